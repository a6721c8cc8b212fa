/// The row index of a collection that finds its elements itself, for rows whose parts do not follow slices of them.
///
/// Holds a copy of the collection's ids only. So a part that changes an element in place does not copy the collection, and
/// the change needs no comparison.
@usableFromInline
package struct RowKeys<Items: RandomAccessCollection & Sendable, ID: Hashable & Sendable>: Sendable
where Items.Index == Int, Items.Element: Sendable {
    private let keys: @Sendable (Items) -> ContiguousArray<ID>
    private let find: @Sendable (Items, ID) -> Int?
    private let id: @Sendable (Items.Element) -> ID
    private var known: ContiguousArray<ID>?

    /// Nil if the collection does not find its elements itself, by an id of this type.
    @usableFromInline
    package init?(id: @escaping @Sendable (Items.Element) -> ID) {
        guard let type = Items.self as? any KeyedRows.Type, let (keys, find) = Self.open(type) else { return nil }
        (self.keys, self.find, self.id) = (keys, find, id)
    }

    private static func open<Keyed: KeyedRows>(
        _: Keyed.Type
    ) -> (@Sendable (Items) -> ContiguousArray<ID>, @Sendable (Items, ID) -> Int?)? {
        guard Keyed.self == Items.self, Keyed.RowID.self == ID.self else { return nil }
        // The types are the same, so the casts hold.
        return (
            { ($0 as! Keyed).rowKeys as! ContiguousArray<ID> }, { ($0 as! Keyed).position(ofKey: $1 as! Keyed.RowID) }
        )
    }

    /// Whether the collection has the ids of the last update, in the same order.
    @usableFromInline
    func isUpToDate(with items: Items) -> Bool {
        guard let known else { return false }
        let present = keys(items)
        return known.withUnsafeBufferPointer { $0.baseAddress } == present.withUnsafeBufferPointer { $0.baseAddress }
    }

    /// Whether the collection's own ids are those that the rows are identified by. O(n)
    func agrees(with items: Items) -> Bool { zip(items, keys(items)).allSatisfy { id($0) == $1 } }

    /// The positions of the last update, for an index that takes over.
    var positions: [ID: Int]? {
        known.map { known in Dictionary(uniqueKeysWithValues: zip(known, known.indices)) }
    }

    /// Updates the copy after another writer has changed the collection. O(n) in the ids between the first and the last
    /// difference.
    mutating func update(to items: Items) -> RowIndex<Items, ID>.Change {
        let present = keys(items)
        let last = known
        known = present
        var change = RowIndex<Items, ID>.Change()
        guard let last else { return change }
        let shorter = Swift.min(last.count, present.count)
        var (start, end) = (0, 0)
        while start < shorter, last[start] == present[start] { start += 1 }
        while end < shorter - start, last[last.count - 1 - end] == present[present.count - 1 - end] { end += 1 }
        let gone = last[start..<last.count - end]
        change.departed = gone.filter { find(items, $0) == nil }
        let wasThere = Set(gone)
        change.arrived = present[start..<present.count - end].filter { !wasThere.contains($0) }
        return change
    }

    /// The position of the row with `id` in a collection that agrees. O(1)
    @usableFromInline
    func keyedPosition(of id: ID, in items: Items) -> Int? { find(items, id) }

    /// The position of the row with `id` in any collection. O(1) if the collection's own ids are those that the rows are identified by, and
    /// `id` is one of them; otherwise O(n).
    @usableFromInline
    package func position(of id: ID, in items: Items) -> Int? {
        if let position = keyedPosition(of: id, in: items), self.id(items[position]) == id { return position }
        return items.firstIndex { self.id($0) == id }
    }
}
