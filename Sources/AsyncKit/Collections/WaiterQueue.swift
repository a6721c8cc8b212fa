/// A first-in, first-out queue whose entries can be withdrawn by the identity they got when they joined.
///
/// Identities count upwards from 1 and are never reused, so the entries are sorted by identity. A withdrawn entry leaves a
/// hole that is skipped when its turn comes. When the holes outnumber the entries they are removed, so that one long wait
/// does not retain the places of all later entries that were withdrawn.
///
/// Complexity: `join` and `popFirst` are amortised O(1), `withdraw` is amortised O(log n). Memory is proportional to the
/// largest number of entries at one time.
@usableFromInline
package struct WaiterQueue<Element> {
    @usableFromInline package typealias ID = UInt64

    @usableFromInline struct Place {
        @usableFromInline let id: ID
        /// Nil after a withdrawal; never nil at the front.
        @usableFromInline var element: Element?

        @inlinable
        init(id: ID, element: Element?) {
            self.id = id
            self.element = element
        }
    }

    @usableFromInline var places = Deque<Place>()
    @usableFromInline var lastID: ID = 0
    /// The number of entries; holes do not count.
    @usableFromInline package internal(set) var count = 0

    /// The number of entries and holes.
    var placesInUse: Int { places.count }

    @inlinable
    package init() {}

    /// An empty queue whose identities follow this one.
    package init(following id: ID) {
        lastID = id
    }

    @inlinable @inline(__always)
    package var isEmpty: Bool { count == 0 }

    @inlinable
    package mutating func join(_ element: Element) -> ID {
        lastID += 1
        places.append(Place(id: lastID, element: element))
        count += 1
        return lastID
    }

    /// Removes the entry out of turn; nil if it has had its turn or was withdrawn before.
    package mutating func withdraw(_ id: ID) -> Element? {
        guard let offset = offset(of: id), let element = places[offset].element else { return nil }
        places[offset] = Place(id: id, element: nil)
        count -= 1
        dropLeadingHoles()
        if places.count > 8, places.count > 2 * count { removeHoles() }
        return element
    }

    /// Removes the entry that has waited longest.
    @inlinable
    package mutating func popFirst() -> Element? {
        guard let place = places.popFirst() else { return nil }
        count -= 1
        dropLeadingHoles()
        return place.element
    }

    /// Removes the entries that satisfy the predicate, at most this many, the one that has waited longest first.
    ///
    /// Complexity: O(n).
    package mutating func removeAll(atMost limit: Int = .max, where isMeant: (Element) -> Bool) -> [Element] {
        var chosen: [ID] = []
        for offset in 0..<places.count where chosen.count < limit {
            if let element = places[offset].element, isMeant(element) { chosen.append(places[offset].id) }
        }
        return chosen.compactMap { withdraw($0) }
    }

    /// Removes all entries, the one that has waited longest first.
    package mutating func removeAll() -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        while let element = popFirst() { elements.append(element) }
        return elements
    }

    private func offset(of id: ID) -> Int? {
        (0..<places.count).binarySearch(for: id) { places[$0].id }
    }

    @inlinable
    mutating func dropLeadingHoles() {
        while let place = places.first, place.element == nil { _ = places.popFirst() }
    }

    private mutating func removeHoles() {
        var compacted = Deque<Place>()
        while let place = places.popFirst() {
            if place.element != nil { compacted.append(place) }
        }
        places = compacted
    }
}

extension Range<Int> {
    /// Returns the index with the key `wanted`; nil if there is none. The keys ascend with the indices.
    ///
    /// Complexity: O(log n).
    @inlinable
    func binarySearch<Key: Comparable>(for wanted: Key, key: (Int) -> Key) -> Int? {
        var range = self
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = key(middle)
            if found == wanted { return middle }
            range = found < wanted ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension WaiterQueue: Sendable where Element: Sendable {}
extension WaiterQueue.Place: Sendable where Element: Sendable {}
