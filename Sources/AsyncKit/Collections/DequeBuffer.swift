/// The memory of a ``Deque``: a ring in which the `count` slots from `head` on are initialised, and no others.
///
/// The class is not generic, so that a deque of any element touches it directly; `TypedDequeBuffer` knows the
/// element. `@unchecked Sendable` holds for it as `Deque: Sendable` requires a `Sendable` element: only `Deque`
/// refers to a buffer, and it changes one only through the single reference to it
/// (`isKnownUniquelyReferenced`), so what is shared is only read. No access to `head` or `count` lasts longer
/// than a load or a store, so that they are exclusive without a check.
@usableFromInline
class DequeBuffer: @unchecked Sendable {
    @usableFromInline let slots: UnsafeMutableRawPointer
    /// A power of two, so that wrapping is a mask.
    @usableFromInline let capacity: Int
    @exclusivity(unchecked) @usableFromInline final var head = 0
    @exclusivity(unchecked) @usableFromInline final var count = 0

    fileprivate init(slots: UnsafeMutableRawPointer, capacity: Int) {
        self.slots = slots
        self.capacity = capacity
    }

    @inlinable @inline(__always)
    final func slot<Element>(_ offset: Int, of _: Element.Type) -> UnsafeMutablePointer<Element> {
        slots.assumingMemoryBound(to: Element.self) + ((head + offset) & (capacity - 1))
    }
}

final class TypedDequeBuffer<Element>: DequeBuffer, @unchecked Sendable {
    /// Makes a buffer with the elements of another, which is empty afterwards if they are moved.
    init(capacity: Int, elementsOf other: DequeBuffer?, moving: Bool) {
        super.init(slots: UnsafeMutablePointer<Element>.allocate(capacity: capacity), capacity: capacity)
        guard let other else { return }
        count = other.count
        for offset in 0..<count {
            let source = other.slot(offset, of: Element.self)
            let target = slot(offset, of: Element.self)
            if moving { target.moveInitialize(from: source, count: 1) } else { target.initialize(to: source.pointee) }
        }
        if moving { other.count = 0 }
    }

    deinit {
        for offset in 0..<count { slot(offset, of: Element.self).deinitialize(count: 1) }
        slots.assumingMemoryBound(to: Element.self).deallocate()
    }
}
