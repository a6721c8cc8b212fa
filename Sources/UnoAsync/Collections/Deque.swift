/// A double-ended queue in a ring buffer.
///
/// A deque is one reference, whatever its element is: two change places in O(1), and generic code that is not
/// specialised handles it without asking the run time for the layout of another type. What it does for each
/// element is inlinable for that reason: there, an element's way through a mailbox costs 40 ns with it and
/// 200 ns without it.
///
/// Complexity: appending and removing at either end are amortised O(1); the buffer grows by doubling and
/// keeps its capacity until `removeAll(keepingCapacity: false)`. Changing a copy of a deque copies its elements.
@usableFromInline
package struct Deque<Element> {
    @usableFromInline var buffer: DequeBuffer?

    @inlinable @inline(__always)
    package init() {}

    @inlinable @inline(__always)
    package var count: Int { buffer?.count ?? 0 }

    @inlinable @inline(__always)
    package var isEmpty: Bool { count == 0 }

    /// How many elements fit before the buffer grows.
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
            let buffer = checked(uniqueBuffer(holding: 0), offset)
            buffer.slot(offset, of: Element.self).pointee = newValue
        }
    }

    @inlinable @inline(__always)
    package mutating func append(_ element: Element) {
        let buffer = uniqueBuffer(holding: count + 1)
        buffer.slot(buffer.count, of: Element.self).initialize(to: element)
        buffer.count += 1
    }

    package mutating func prepend(_ element: Element) {
        let buffer = uniqueBuffer(holding: count + 1)
        buffer.head = (buffer.head - 1) & (buffer.capacity - 1)
        buffer.slot(0, of: Element.self).initialize(to: element)
        buffer.count += 1
    }

    @inlinable @inline(__always)
    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let buffer = uniqueBuffer(holding: 0)
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

    package mutating func popLast() -> Element? {
        guard !isEmpty else { return nil }
        let buffer = uniqueBuffer(holding: 0)
        buffer.count -= 1
        return buffer.slot(buffer.count, of: Element.self).move()
    }

    package mutating func removeAll(keepingCapacity: Bool = false) {
        if keepingCapacity {
            while popFirst() != nil {}
        } else {
            buffer = nil
        }
    }

    @inlinable @inline(__always)
    package mutating func exchange(with other: inout Deque) {
        let exchanged = buffer
        buffer = other.buffer
        other.buffer = exchanged
    }

    private func checked(_ buffer: DequeBuffer?, _ offset: Int) -> DequeBuffer {
        guard let buffer, offset >= 0, offset < buffer.count else {
            fatalError("Deque offset \(offset) is outside 0..<\(buffer?.count ?? 0)")
        }
        return buffer
    }

    /// The buffer, which nobody else refers to and which holds at least `needed` elements.
    @inlinable @inline(__always)
    mutating func uniqueBuffer(holding needed: Int) -> DequeBuffer {
        // Before anything else here refers to it.
        let isUnique = isKnownUniquelyReferenced(&buffer)
        if isUnique, let buffer, buffer.capacity >= needed { return buffer }
        return replaceBuffer(holding: needed, moving: isUnique)
    }

    @usableFromInline @inline(never)
    mutating func replaceBuffer(holding needed: Int, moving: Bool) -> DequeBuffer {
        var capacity = Swift.max(4, self.capacity)
        while capacity < needed { capacity *= 2 }
        let replacement = TypedDequeBuffer<Element>(capacity: capacity, elementsOf: buffer, moving: moving)
        buffer = replacement
        return replacement
    }
}

extension Deque: Sendable where Element: Sendable {}
