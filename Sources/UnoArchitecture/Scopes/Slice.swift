/// Access to a part's state inside the whole's: reads it, changes it in place, tells whether it is present.
///
/// Everything that refers to a part of a state uses this one type: `when`, ``Scope``, `ifLet`, `ifCaseLet`, `forEach`,
/// and lifted reducers.
///
/// Complexity: a change costs one or two calls and copies nothing, whatever the size of the part. Exceptions: a payload
/// stored inside the enum itself is moved out and back, and a computed property is read, changed and set.
@usableFromInline
package struct Slice<Whole, Part>: Sendable {
    /// Copies the part out of the whole; nil if the part is absent.
    @usableFromInline package let read: @Sendable (inout Whole) -> Part?
    /// Runs the body on the part, in place; does not run it if the part is absent.
    @usableFromInline package let modify: @Sendable (inout Whole, _ body: (inout Part) -> Void) -> Void
    /// Whether the part can be absent.
    @usableFromInline package let canBeAbsent: Bool
    /// The part's offset in the whole's memory while it is there, if it is a stored property or the wrapped value of a stored
    /// optional; otherwise nil.
    @usableFromInline package let offset: Int?
    /// How the part is written; nil for the whole, or if it was given by closures.
    @usableFromInline package let path: WrittenPath?

    @inlinable
    package init(
        canBeAbsent: Bool,
        offset: Int? = nil,
        path: WrittenPath? = nil,
        read: @escaping @Sendable (inout Whole) -> Part?,
        modify: @escaping @Sendable (inout Whole, _ body: (inout Part) -> Void) -> Void
    ) {
        self.canBeAbsent = canBeAbsent
        self.offset = offset
        self.path = path
        self.read = read
        self.modify = modify
    }

    @inlinable
    package init(_ keyPath: any WritableKeyPath<Whole, Part> & Sendable) {
        if let property = StoredProperty(keyPath) {
            self.init(
                canBeAbsent: false,
                offset: property.offset,
                path: .keyPath(keyPath),
                read: { property.read(&$0) },
                modify: { property.modify(&$0, $1) }
            )
        } else {
            self.init(
                canBeAbsent: false,
                path: .keyPath(keyPath),
                read: { $0[keyPath: keyPath] },
                modify: { $1(&$0[keyPath: keyPath]) }
            )
        }
    }

    @inlinable
    package init(_ casePath: AnyCasePath<Whole, Part>) {
        self.init(
            canBeAbsent: true,
            path: .name(casePath.name),
            read: { casePath.extract(from: $0) },
            modify: { EnumPayload.modify(&$0, casePath, $1) }
        )
    }

    /// The wrapped value of an optional property.
    @inlinable
    package init(unwrapping keyPath: any WritableKeyPath<Whole, Part?> & Sendable) {
        self = Slice<Whole, Part?>(keyPath).appending(
            Slice<Part?, Part>(
                canBeAbsent: true,
                // Enums with one payload store it first.
                offset: 0,
                read: { $0 },
                modify: { optional, body in
                    if optional != nil { body(&optional!) }
                }
            )
        )
    }

    /// A part that is read, changed and set. Meanwhile a collection in it has two owners, so changing it copies it.
    @inlinable
    package init(get: @escaping @Sendable (Whole) -> Part, set: @escaping @Sendable (inout Whole, Part) -> Void) {
        self.init(
            canBeAbsent: false,
            read: { get($0) },
            modify: { whole, body in
                var part = get(whole)
                body(&part)
                set(&whole, part)
            }
        )
    }

    /// The slice `next` of this slice's part. Its path is the one of this slice.
    @inlinable
    package func appending<Next>(_ next: Slice<Part, Next>) -> Slice<Whole, Next> {
        Slice<Whole, Next>(
            canBeAbsent: canBeAbsent || next.canBeAbsent,
            offset: offset.flatMap { offset in next.offset.map { offset + $0 } },
            path: path,
            read: { whole in
                // Access for a change would run the observers of a property, and set a computed one.
                guard offset != nil else {
                    guard var part = read(&whole) else { return nil }
                    return next.read(&part)
                }
                var result: Next?
                modify(&whole) { result = next.read(&$0) }
                return result
            },
            modify: { whole, body in modify(&whole) { next.modify(&$0, body) } }
        )
    }

    @inlinable
    package func isPresent(in whole: inout Whole) -> Bool { !canBeAbsent || read(&whole) != nil }
}

extension Slice where Whole == Part {
    /// The whole itself.
    @inlinable
    package static var whole: Slice { Slice(canBeAbsent: false, offset: 0, read: { $0 }, modify: { $1(&$0) }) }
}

/// A stored property, accessed at its offset in memory instead of through its key path.
///
/// Why the access is sound: `MemoryLayout.offset(of:)` returns an offset only if the property lies inside the value
/// itself and needs no accessor, observer or change of representation. So there is a `Part` at that offset, the memory
/// is bound to `Part`, and it is accessed through an exclusive (`inout`) access to the whole.
/// Workload "scope", 16 deep: a key path per level costs ten times as much.
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

/// Changes the payload of an enum's case without giving its storage a second owner.
///
/// A case path returns copies. If the enum kept its payload while the copy is changed, each collection in the payload
/// would have two owners and be copied. So the enum is deinitialised in its place as soon as the payload is extracted,
/// and the place is initialised with the changed payload.
///
/// Why this is sound: `inout` gives exclusive access, so no other code sees the place uninitialised, and the place is
/// initialised again on every path: nothing here throws.
@usableFromInline
enum EnumPayload {
    @inlinable
    static func modify<Whole, Part>(
        _ whole: inout Whole,
        _ path: AnyCasePath<Whole, Part>,
        _ body: (inout Part) -> Void
    ) {
        withUnsafeMutablePointer(to: &whole) { place in
            guard var part = path.extract(from: place.pointee) else { return }
            place.deinitialize(count: 1)
            body(&part)
            place.initialize(to: path.embed(part))
        }
    }
}
