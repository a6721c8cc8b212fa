/// Elements in the order in which they were added, each removable by the place that it got.
///
/// A doubly linked list whose nodes lie in one array; a removed node is reused for the next element. A place is valid until its
/// element is removed.
///
/// Complexity: each operation is O(1), `append` amortised. Memory is proportional to the largest number of elements at one
/// time.
struct RecencyList<Element: Sendable>: Sendable {
    struct Place: Sendable, Hashable {
        fileprivate let index: Int32
    }

    private struct Node: Sendable {
        /// Nil in a free node.
        var element: Element?
        /// The node before this one; `none` in the first.
        var previous = RecencyList.none
        /// The node after this one, or the next free node; `none` in the last.
        var next = RecencyList.none
    }

    private static var none: Int32 { -1 }

    private var nodes: [Node] = []
    private var firstIndex = RecencyList.none
    private var lastIndex = RecencyList.none
    private var freeIndex = RecencyList.none
    private(set) var count = 0

    /// The place of the element that was added before all others.
    var first: Place? { firstIndex == Self.none ? nil : Place(index: firstIndex) }

    subscript(place: Place) -> Element {
        guard let element = nodes[Int(place.index)].element else {
            fatalError("RecencyList: place \(place.index) has been removed")
        }
        return element
    }

    mutating func append(_ element: Element) -> Place {
        let index: Int32
        if freeIndex == Self.none {
            index = Int32(nodes.count)
            nodes.append(Node(element: element))
        } else {
            index = freeIndex
            freeIndex = nodes[Int(index)].next
            nodes[Int(index)] = Node(element: element)
        }
        link(index)
        count += 1
        return Place(index: index)
    }

    mutating func remove(_ place: Place) {
        unlink(place.index)
        nodes[Int(place.index)] = Node(element: nil, next: freeIndex)
        freeIndex = place.index
        count -= 1
    }

    /// Makes the element at `place` the last one. The place stays valid.
    mutating func moveToEnd(_ place: Place) {
        unlink(place.index)
        link(place.index)
    }

    private mutating func link(_ index: Int32) {
        nodes[Int(index)].previous = lastIndex
        nodes[Int(index)].next = Self.none
        if lastIndex == Self.none { firstIndex = index } else { nodes[Int(lastIndex)].next = index }
        lastIndex = index
    }

    private mutating func unlink(_ index: Int32) {
        let (previous, next) = (nodes[Int(index)].previous, nodes[Int(index)].next)
        if previous == Self.none { firstIndex = next } else { nodes[Int(previous)].next = next }
        if next == Self.none { lastIndex = previous } else { nodes[Int(next)].previous = previous }
    }
}
