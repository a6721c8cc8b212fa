/// A double-ended queue in a ring buffer.
///
/// A deque is a single reference, whatever its element is: two deques are exchanged in O(1), and unspecialised generic code
/// handles one without looking up the layout of another type. The operations on the path of an element are inlinable for the
/// same reason: passing an element through a mailbox takes 40 ns with that and 200 ns without.
///
/// Complexity: appending and removing at either end are amortised O(1). The buffer grows by doubling and does not shrink.
/// Mutating a copy of a deque copies its elements.
@usableFromInline
package struct Deque<Element> {
    @usableFromInline var buffer: DequeBuffer?

    @inlinable @inline(__always)
    package init() {}

    @inlinable @inline(__always)
    package var count: Int { buffer?.count ?? 0 }

    @inlinable @inline(__always)
    package var isEmpty: Bool { count == 0 }

    /// The number of elements that fit before the buffer grows.
    @inlinable @inline(__always)
    package var capacity: Int { buffer?.capacity ?? 0 }

    @inlinable
    package var first: Element? {
        guard let buffer, buffer.count > 0 else { return nil }
        return buffer.slot(0, of: Element.self).pointee
    }

    /// The element at `offset` from the front. Requires `0 <= offset < count`.
    package subscript(offset: Int) -> Element {
        get { checked(buffer, offset).slot(offset, of: Element.self).pointee }
        set {
            makeUnique(holding: 0)
            checked(buffer, offset).slot(offset, of: Element.self).pointee = newValue
        }
    }

    @inlinable @inline(__always)
    package mutating func append(_ element: consuming Element) {
        makeUnique(holding: count + 1)
        let buffer = buffer.unsafelyUnwrapped
        let end = buffer.slot(buffer.count, of: Element.self)
        buffer.count += 1
        end.initialize(to: element)
    }

    package mutating func prepend(_ element: Element) {
        makeUnique(holding: count + 1)
        let buffer = buffer.unsafelyUnwrapped
        buffer.head = (buffer.head - 1) & (buffer.capacity - 1)
        buffer.slot(0, of: Element.self).initialize(to: element)
        buffer.count += 1
    }

    @inlinable @inline(__always)
    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        makeUnique(holding: 0)
        let buffer = buffer.unsafelyUnwrapped
        let first = buffer.slot(0, of: Element.self)
        buffer.head = (buffer.head + 1) & (buffer.capacity - 1)
        buffer.count -= 1
        return first.move()
    }

    /// Removes the first element that satisfies `predicate`. Complexity: O(n) in the elements before it.
    @usableFromInline
    package mutating func removeFirst(where predicate: (Element) -> Bool) -> Element? {
        guard let offset = (0..<count).first(where: { predicate(self[$0]) }) else { return nil }
        let found = self[offset]
        for offset in stride(from: offset, to: 0, by: -1) { self[offset] = self[offset - 1] }
        _ = popFirst()
        return found
    }

    @inlinable @inline(__always)
    package mutating func exchange(with other: inout Deque) {
        let exchanged = buffer
        buffer = other.buffer
        other.buffer = exchanged
    }

    /// Moves all elements of `others` before those of this deque. Complexity: O(n) in the elements of this deque.
    mutating func putFirst(_ others: inout Deque) {
        exchange(with: &others)
        while let element = others.popFirst() { append(element) }
    }

    private func checked(_ buffer: DequeBuffer?, _ offset: Int) -> DequeBuffer {
        guard let buffer, offset >= 0, offset < buffer.count else {
            fatalError("Deque offset \(offset) is outside 0..<\(buffer?.count ?? 0)")
        }
        return buffer
    }

    /// Makes the buffer uniquely referenced, with room for at least `needed` elements.
    ///
    /// Does not return it: the caller would retain and release it for each element (workload "counter").
    @inlinable @inline(__always)
    mutating func makeUnique(holding needed: Int) {
        let isUnique = isKnownUniquelyReferenced(&buffer)
        if isUnique, capacity >= needed { return }
        replaceBuffer(holding: needed, moving: isUnique)
    }

    @usableFromInline @inline(never)
    mutating func replaceBuffer(holding needed: Int, moving: Bool) {
        var capacity = Swift.max(4, self.capacity)
        while capacity < needed { capacity *= 2 }
        buffer = TypedDequeBuffer<Element>(capacity: capacity, elementsOf: buffer, moving: moving)
    }
}

extension Deque: Sendable where Element: Sendable {}

/// The memory of a ``Deque``: a ring in which exactly the `count` slots from `head` on are initialised.
///
/// Not generic, so that unspecialised code reads and writes its fields directly; `TypedDequeBuffer` knows the element.
///
/// `@unchecked Sendable` is sound because `Deque: Sendable` requires a `Sendable` element, only `Deque` refers to a buffer,
/// and it mutates one only through a unique reference (`isKnownUniquelyReferenced`): a shared buffer is only read. Accesses
/// to `head` and `count` are single loads and stores, which cannot overlap, so exclusivity checking is off.
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
    /// Makes a buffer with the elements of another one, which is empty afterwards if they are moved.
    init(capacity: Int, elementsOf other: DequeBuffer?, moving: Bool) {
        super.init(slots: UnsafeMutablePointer<Element>.allocate(capacity: capacity), capacity: capacity)
        guard let other else { return }
        count = other.count
        let target = slot(0, of: Element.self)
        // The elements lie in at most two runs: from the head to the end of the memory, and from its start.
        let straight = Swift.min(count, other.capacity - other.head)
        let run = other.slot(0, of: Element.self)
        let rest = other.slots.assumingMemoryBound(to: Element.self)
        if moving {
            target.moveInitialize(from: run, count: straight)
            (target + straight).moveInitialize(from: rest, count: count - straight)
        } else {
            target.initialize(from: run, count: straight)
            (target + straight).initialize(from: rest, count: count - straight)
        }
        if moving { other.count = 0 }
    }

    deinit {
        for offset in 0..<count { slot(offset, of: Element.self).deinitialize(count: 1) }
        slots.assumingMemoryBound(to: Element.self).deallocate()
    }
}
