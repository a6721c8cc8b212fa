/// A stored property at its offset in memory, which is reached without the key path that names it.
///
/// Why the access is sound: `MemoryLayout.offset(of:)` answers an offset only if the property lies inside the value
/// itself and needs no accessor, observer or change of representation. So there is a `Part` at that offset, the memory
/// is bound to `Part`, and it is accessed through an exclusive (`inout`) access to the whole.
/// Workload "16 levels of Scope": a key path for each level costs ten times as much.
@usableFromInline
struct StoredProperty<Whole, Part>: Sendable {
    @usableFromInline let offset: Int

    @inlinable
    init?(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) {
        guard let offset = MemoryLayout<Whole>.offset(of: keyPath) else { return nil }
        self.offset = offset
    }

    @inlinable
    func read(_ whole: inout Whole) -> Part {
        withUnsafeBytes(of: &whole) { $0.baseAddress!.load(fromByteOffset: offset, as: Part.self) }
    }

    @inlinable
    func modify(_ whole: inout Whole, _ body: (inout Part) -> Void) {
        withUnsafeMutableBytes(of: &whole) { bytes in
            body(&bytes.baseAddress!.advanced(by: offset).assumingMemoryBound(to: Part.self).pointee)
        }
    }
}
