/// A first-in, first-out queue whose entries can be withdrawn by the identity that joining gave them.
///
/// Identities count upwards, so an entry's place is its identity's distance from the front; a withdrawn entry
/// leaves a hole that is skipped when its turn comes.
///
/// Complexity: `join`, `withdraw` and `popFirst` are amortised O(1), with any number waiting.
package struct WaiterQueue<Element> {
    package typealias ID = UInt64

    private var entries = Deque<Element?>()
    private var firstID: ID = 0
    /// How many wait; holes do not count.
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func join(_ element: Element) -> ID {
        entries.append(element)
        count += 1
        return firstID + ID(entries.count - 1)
    }

    /// Takes the entry out of turn; nil if it has had its turn or was withdrawn before.
    package mutating func withdraw(_ id: ID) -> Element? {
        guard id >= firstID, id < firstID + ID(entries.count) else { return nil }
        let offset = Int(id - firstID)
        guard let element = entries[offset] else { return nil }
        entries[offset] = nil
        count -= 1
        dropLeadingHoles()
        return element
    }

    /// Takes the entry that has waited longest.
    package mutating func popFirst() -> Element? {
        guard let entry = entries.popFirst() else { return nil }
        firstID += 1
        count -= 1
        dropLeadingHoles()
        return entry
    }

    private mutating func dropLeadingHoles() {
        while let entry = entries.first, entry == nil {
            _ = entries.popFirst()
            firstID += 1
        }
    }
}

extension WaiterQueue: Sendable where Element: Sendable {}
