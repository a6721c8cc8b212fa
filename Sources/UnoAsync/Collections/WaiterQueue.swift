/// A first-in, first-out queue whose entries can be withdrawn by the identity that joining gave them.
///
/// Identities count upwards from 1 and are never used twice, so the entries are sorted by identity. A withdrawn
/// entry leaves a hole that is skipped when its turn comes; when holes outnumber the entries they are squeezed
/// out, so that one patient waiter does not keep the places of all who gave up behind it.
///
/// Complexity: `join` and `popFirst` are amortised O(1), `withdraw` is amortised O(log n); the memory is
/// proportional to the most that waited at one time.
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
    /// How many wait; holes do not count.
    @usableFromInline package internal(set) var count = 0

    /// The entries and the holes among them.
    var placesInUse: Int { places.count }

    @inlinable
    package init() {}

    @inlinable @inline(__always)
    package var isEmpty: Bool { count == 0 }

    @inlinable
    package mutating func join(_ element: Element) -> ID {
        lastID += 1
        places.append(Place(id: lastID, element: element))
        count += 1
        return lastID
    }

    /// Takes the entry out of turn; nil if it has had its turn or was withdrawn before.
    package mutating func withdraw(_ id: ID) -> Element? {
        guard let offset = offset(of: id), let element = places[offset].element else { return nil }
        places[offset] = Place(id: id, element: nil)
        count -= 1
        dropLeadingHoles()
        if places.count > 8, places.count > 2 * count { squeezeOutHoles() }
        return element
    }

    /// Takes the entry that has waited longest.
    @inlinable
    package mutating func popFirst() -> Element? {
        guard let place = places.popFirst() else { return nil }
        count -= 1
        dropLeadingHoles()
        return place.element
    }

    /// Takes all entries, the one that has waited longest first.
    package mutating func removeAll() -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(count)
        while let element = popFirst() { elements.append(element) }
        return elements
    }

    private func offset(of id: ID) -> Int? {
        var range = 0..<places.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = places[middle].id
            if found == id { return middle }
            range = found < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    @inlinable
    mutating func dropLeadingHoles() {
        while let place = places.first, place.element == nil { _ = places.popFirst() }
    }

    private mutating func squeezeOutHoles() {
        var squeezed = Deque<Place>()
        while let place = places.popFirst() {
            if place.element != nil { squeezed.append(place) }
        }
        places = squeezed
    }
}

extension WaiterQueue: Sendable where Element: Sendable {}
extension WaiterQueue.Place: Sendable where Element: Sendable {}
