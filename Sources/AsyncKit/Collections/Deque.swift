/// A double-ended queue in a ring buffer.
///
/// Complexity: appending and removing at either end are amortised O(1); the buffer grows by doubling and
/// keeps its capacity until `removeAll(keepingCapacity: false)`.
package struct Deque<Element> {
    private var slots: ContiguousArray<Element?> = []
    private var head = 0
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// How many elements fit before the buffer grows.
    package var capacity: Int { slots.count }

    package var first: Element? { count == 0 ? nil : slots[head] }

    /// The element at `offset` from the front. Requires `0 <= offset < count`.
    package subscript(offset: Int) -> Element {
        get {
            precondition(offset >= 0 && offset < count, "Deque offset \(offset) is outside 0..<\(count)")
            return slots[slot(offset)]!
        }
        set {
            precondition(offset >= 0 && offset < count, "Deque offset \(offset) is outside 0..<\(count)")
            slots[slot(offset)] = newValue
        }
    }

    package mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[slot(count)] = element
        count += 1
    }

    package mutating func prepend(_ element: Element) {
        if count == slots.count { grow() }
        head = head == 0 ? slots.count - 1 : head - 1
        slots[head] = element
        count += 1
    }

    package mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = head + 1 == slots.count ? 0 : head + 1
        count -= 1
        return element
    }

    package mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return slots[slot(count)].take()
    }

    package mutating func removeAll(keepingCapacity: Bool = false) {
        if keepingCapacity {
            while popFirst() != nil {}
        } else {
            self = Deque()
        }
    }

    /// The ring index of the element at `offset`; the capacity is a power of two, so that wrapping is a mask.
    private func slot(_ offset: Int) -> Int { (head + offset) & (slots.count - 1) }

    private mutating func grow() {
        var grown = ContiguousArray<Element?>()
        let capacity = Swift.max(4, slots.count * 2)
        grown.reserveCapacity(capacity)
        for offset in 0..<count { grown.append(slots[slot(offset)].take()) }
        for _ in count..<capacity { grown.append(nil) }
        slots = grown
        head = 0
    }
}

extension Deque: Sendable where Element: Sendable {}
