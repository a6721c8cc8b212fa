extension IdentifiedArray: RandomAccessCollection, MutableCollection {
    /// The position of the first element.
    @inlinable
    public var startIndex: Int { 0 }

    /// The position behind the last element.
    @inlinable
    public var endIndex: Int { array.count }

    /// The element at `position`. An element with another id is found under that id; see ``IdentifiedArray`` for one that
    /// another element has.
    @inlinable
    public subscript(position: Int) -> Element {
        get { array[position] }
        _modify {
            defer { follow(at: position) }
            yield &array[position]
        }
    }

    /// Calls `body` with the elements in contiguous memory.
    @inlinable
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) rethrows -> Result? {
        try array.withContiguousStorageIfAvailable(body)
    }

    /// Calls `body` with the elements in contiguous memory, where it may reorder them. O(n).
    @inlinable
    public mutating func withContiguousMutableStorageIfAvailable<Result>(
        _ body: (inout UnsafeMutableBufferPointer<Element>) throws -> Result
    ) rethrows -> Result? {
        defer { followAll() }
        return try array.withContiguousMutableStorageIfAvailable(body)
    }

    /// Keeps every element under its id after all of them may have changed.
    @usableFromInline
    mutating func followAll() {
        guard !zip(array, keys.list).allSatisfy({ id($0) == $1 }) else { return }
        let ids = ContiguousArray(array.map(id))
        if ids.allSatisfy({ $0 == $0 }), Set(ids).count == ids.count { return keys.replaceAll(with: ids) }
        // Later elements with a duplicate keep no key that an earlier one has: they take the keys that are left.
        var used = Set<ID>()
        let isFirst = ids.map { $0 == $0 && used.insert($0).inserted }
        var free = keys.list.filter { !used.contains($0) }[...]
        var new: ContiguousArray<ID> = []
        for (id, isFirst) in zip(ids, isFirst) {
            if isFirst {
                new.append(id)
            } else {
                let key = free.removeFirst()
                new.append(key)
                guard id == id else {
                    reportUnequal(id, "stays, and is found under \(key)")
                    continue
                }
                report("Elements were given the same id, \(id); the second stays, and is found under \(key)", nil)
            }
        }
        keys.replaceAll(with: new)
        hasBorrowedKeys = true
    }
}

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether the elements are equal, in order.
    @inlinable
    public static func == (left: IdentifiedArray, right: IdentifiedArray) -> Bool { left.array == right.array }
}

extension IdentifiedArray: Hashable where Element: Hashable {
    /// Feeds the elements into `hasher`.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(array) }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
    /// Creates an array of the literal's elements. Of elements that share an id, the first is taken, and the others are
    /// reported.
    @inlinable
    public init(arrayLiteral elements: Element...) {
        self.init()
        for element in elements { take(element) }
    }
}

extension IdentifiedArray: Encodable where Element: Encodable {
    /// Encodes the elements as an array.
    public func encode(to encoder: any Encoder) throws { try array.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
    /// Decodes an array of elements; throws `DecodingError.dataCorrupted` if two of them share an id, or an id is not
    /// equal to itself.
    public init(from decoder: any Decoder) throws {
        self.init()
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd {
            let element = try elements.decode(Element.self)
            let id = element.id
            guard !contains(id: id), id == id else {
                throw DecodingError.dataCorruptedError(
                    in: elements,
                    debugDescription: id == id
                        ? "More than one element has the id \(id)" : "The id \(id) is not equal to itself"
                )
            }
            take(element)
        }
    }
}

extension IdentifiedArray: CustomStringConvertible {
    /// The elements, as an array shows them.
    public var description: String { array.description }
}

extension IdentifiedArray: CustomReflectable {
    /// A mirror with the elements as its children.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: array, displayStyle: .collection) }
}
