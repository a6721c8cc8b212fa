extension IdentifiedArray {
    /// Appends an element; returns false, and reports it, if another element has its id, or no id is equal to it. O(1) on average.
    @discardableResult
    @inlinable
    public mutating func append(_ element: Element, fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
        let id = id(element)
        guard accepts(id, CallSite(fileID, line)) else { return false }
        keys.append(id)
        array.append(element)
        return true
    }

    /// Appends an element that no call with a known place brings.
    @usableFromInline
    mutating func take(_ element: Element) {
        let id = id(element)
        guard accepts(id, nil) else { return }
        keys.append(id)
        array.append(element)
    }

    /// Appends the elements whose ids are not in the array, and reports the others.
    @inlinable
    public mutating func append(
        contentsOf elements: some Sequence<Element>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        if isEmpty { reserveCapacity(elements.underestimatedCount) }
        for element in elements { append(element, fileID: fileID, line: line) }
    }

    /// Inserts an element at `position`; returns false, and reports it, if another element has its id.
    @discardableResult
    @inlinable
    public mutating func insert(
        _ element: Element,
        at position: Int,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Bool {
        let id = id(element)
        guard accepts(id, CallSite(fileID, line)) else { return false }
        insert(element, id, at: position)
        return true
    }

    @inlinable
    mutating func insert(_ element: Element, _ id: ID, at position: Int) {
        array.insert(element, at: position)
        keys.insert(id, at: position)
    }

    /// Replaces the element that has the id of `element`, or appends `element`; returns the replaced element.
    @discardableResult
    @inlinable
    public mutating func updateOrAppend(_ element: Element) -> Element? {
        updateOrInsert(element, at: count)
    }

    /// Replaces the element that has the id of `element`, wherever it is, or inserts `element` at `position`; returns the
    /// replaced element.
    @discardableResult
    @inlinable
    public mutating func updateOrInsert(_ element: Element, at position: Int) -> Element? {
        let id = id(element)
        if let position = keys.position(of: id) {
            let old = array[position]
            array[position] = element
            return old
        }
        if accepts(id, nil) { insert(element, id, at: position) }
        return nil
    }

    // MARK: Removing

    /// Removes the element with `id` and returns it; nil if there is none.
    @discardableResult
    @inlinable
    public mutating func remove(id: ID) -> Element? { keys.position(of: id).map { remove(at: $0) } }

    /// Removes the element at `position` and returns it.
    @discardableResult
    @inlinable
    public mutating func remove(at position: Int) -> Element {
        let element = array.remove(at: position)
        keys.remove(at: position)
        if hasBorrowedKeys { returnBorrowedKeys() }
        return element
    }

    /// Removes the elements at `offsets`, for instance of an `IndexSet`.
    @inlinable
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        let gone = Set(offsets)
        keep(array.indices.filter { !gone.contains($0) })
    }

    /// Removes the elements that satisfy `condition`.
    @inlinable
    public mutating func removeAll(where condition: (Element) throws -> Bool) rethrows {
        try keep(array.indices.filter { try !condition(array[$0]) })
    }

    /// Removes all elements.
    @inlinable
    public mutating func removeAll(keepingCapacity: Bool = false) {
        array.removeAll(keepingCapacity: keepingCapacity)
        keys.removeAll(keepingCapacity: keepingCapacity)
    }

    /// Removes the last element and returns it; nil if the array is empty. O(1).
    @discardableResult
    @inlinable
    public mutating func popLast() -> Element? { isEmpty ? nil : remove(at: count - 1) }

    /// Reserves room for `count` elements.
    @inlinable
    public mutating func reserveCapacity(_ count: Int) {
        array.reserveCapacity(count)
        keys.reserveCapacity(count)
    }

    // MARK: Ordering

    /// Moves the element at `source` to the position `target`, which it then has.
    @inlinable
    public mutating func move(from source: Int, to target: Int) {
        guard source != target else { return }
        let key = keys.list[source]
        array.insert(array.remove(at: source), at: target)
        keys.remove(at: source)
        keys.insert(key, at: target)
    }

    /// Moves the elements at `offsets`, in their order, in front of the element that is at `target`, as `onMove` of a list
    /// in SwiftUI asks for; `count` moves them to the end.
    @inlinable
    public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset target: Int) {
        let moved = Set(offsets)
        keep(
            (0..<target).filter { !moved.contains($0) } + moved.sorted()
                + (target..<count).filter { !moved.contains($0) }
        )
    }

    /// Sorts the elements; equal ones keep their order.
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        try keep(array.indices.sorted { try areInIncreasingOrder(array[$0], array[$1]) })
    }

    /// Reverses the order of the elements.
    @inlinable
    public mutating func reverse() { keep(Array(array.indices.reversed())) }

    /// Shuffles the elements.
    @inlinable
    public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
        keep(array.indices.shuffled(using: &generator))
    }

    /// Exchanges two elements.
    @inlinable
    public mutating func swapAt(_ first: Int, _ second: Int) {
        array.swapAt(first, second)
        keys.swapAt(first, second)
    }

    /// Keeps the elements at `positions`, in that order.
    @usableFromInline
    mutating func keep(_ positions: [Int]) {
        guard !positions.elementsEqual(array.indices) else { return }
        array = positions.map { array[$0] }
        keys.replaceAll(with: ContiguousArray(positions.map { keys.list[$0] }))
        if hasBorrowedKeys { returnBorrowedKeys() }
    }

    /// The elements that satisfy `isIncluded`, in an array of the same kind.
    @inlinable
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> IdentifiedArray {
        var copy = self
        try copy.removeAll { try !isIncluded($0) }
        return copy
    }
}

extension IdentifiedArray where Element: Comparable {
    /// Sorts the elements; equal ones keep their order.
    @inlinable
    public mutating func sort() { sort(by: <) }
}
