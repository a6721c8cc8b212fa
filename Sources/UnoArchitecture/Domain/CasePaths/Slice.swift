/// Where a part's state lies in the whole's, for reading.
///
/// A stored property is read at its offset in memory; anything else through its key path.
@usableFromInline
struct Slice<Whole, Part>: Sendable {
    /// Copies the part out of the whole; nil if the whole is in another case.
    @usableFromInline let read: @Sendable (inout Whole) -> Part?
    /// Whether the part can be missing at all.
    @usableFromInline let canBeAbsent: Bool

    @inlinable
    init(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) {
        canBeAbsent = false
        if let offset = MemoryLayout<Whole>.offset(of: keyPath) {
            read = { whole in
                withUnsafeBytes(of: &whole) { $0.baseAddress!.load(fromByteOffset: offset, as: Part.self) }
            }
        } else {
            read = { $0[keyPath: keyPath] }
        }
    }

    @inlinable
    init(_ casePath: AnyCasePath<Whole, Part>) {
        canBeAbsent = true
        read = { casePath.extract(from: $0) }
    }
}
