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
        let target = slot(0, of: Element.self)
        // The elements lie in at most two rows: from the head to the end of the memory, and on from its start.
        let straight = Swift.min(count, other.capacity - other.head)
        let row = other.slot(0, of: Element.self)
        let rest = other.slots.assumingMemoryBound(to: Element.self)
        if moving {
            target.moveInitialize(from: row, count: straight)
            (target + straight).moveInitialize(from: rest, count: count - straight)
        } else {
            target.initialize(from: row, count: straight)
            (target + straight).initialize(from: rest, count: count - straight)
        }
        if moving { other.count = 0 }
    }

    deinit {
        for offset in 0..<count { slot(offset, of: Element.self).deinitialize(count: 1) }
        slots.assumingMemoryBound(to: Element.self).deallocate()
    }
}
