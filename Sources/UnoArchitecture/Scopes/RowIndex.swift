/// The positions of a collection's rows by id, kept up to date as the collection changes.
///
/// Inserted and removed rows have to be known after each step, but comparing 10,000 ids after each step would add that
/// cost to every action. So the index keeps a copy of the collection, except while a row is changed in place
/// (``beginAccess()``, ``endAccess(_:)``). While the index holds the copy, copy-on-write gives any other writer a new
/// buffer; an equal base address therefore proves the collection unchanged.
///
/// Complexity: O(1) if only rows have changed, in place. Any other writer has copied the collection, which is O(n), and
/// so is comparing its ids with those of the copy; only inserted and removed rows are hashed.
@usableFromInline
struct RowIndex<Items: RandomAccessCollection & Sendable, ID: Hashable & Sendable>: Sendable
where Items.Index == Int, Items.Element: Sendable {
    /// The difference between the collection and the last known one.
    @usableFromInline
    struct Change {
        /// In the order that they were in.
        @usableFromInline var departed: [ID] = []
        @usableFromInline var arrived: [ID] = []
        /// Ids that several rows share; the first of these rows counts.
        @usableFromInline var duplicates: [ID] = []
        /// Ids that are not equal to themselves; their elements are no rows.
        @usableFromInline var unequal: [ID] = []

        @inlinable
        init() {}
    }

    /// How far around its last known position a row is searched for.
    @usableFromInline static var reach: Int { 8 }

    @usableFromInline let id: @Sendable (Items.Element) -> ID
    /// Takes the place of this index while it exists: the collection finds its elements itself.
    @usableFromInline var rowKeys: RowKeys<Items, ID>?
    @usableFromInline var known: Items?
    /// Made when a row is first looked up. The set of ids is exact; positions may be off by ``moves``.
    @usableFromInline var positions: [ID: Int]?
    /// How far a row may be from its entry in `positions`, at most.
    @usableFromInline var moves = 0
    @usableFromInline var hasDuplicates = false

    @inlinable
    init(id: @escaping @Sendable (Items.Element) -> ID) {
        self.id = id
        rowKeys = RowKeys(id: id)
    }

    // MARK: Tracking changes

    // What only reads is mutating, too: otherwise a call on a property of an object copies the whole index.

    /// Whether the collection has been changed through the index only.
    @inlinable
    mutating func isUpToDate(with items: Items) -> Bool {
        if let rowKeys { return rowKeys.isUpToDate(with: items) }
        guard let known, known.count == items.count else { return false }
        guard let last = known.withContiguousStorageIfAvailable({ $0.baseAddress }),
            let now = items.withContiguousStorageIfAvailable({ $0.baseAddress })
        else { return false }
        return last == now
    }

    /// Releases the copy, so that changing a row in place does not copy the collection.
    @inlinable
    mutating func beginAccess() { known = nil }

    /// Keeps a copy again after a row has been changed in place; the row has kept its id.
    @inlinable
    mutating func endAccess(_ items: Items) { if rowKeys == nil { known = items } }

    /// Updates the index after another writer has changed the collection.
    @inlinable
    mutating func update(to items: Items) -> Change {
        if let change = updateKeys(to: items) { return change }
        let before = known
        known = items
        guard let old = positions else { return Change() }
        guard let last = before, !hasDuplicates else { return rebuild(from: old, of: before, items) }
        var start = 0
        let shorter = Swift.min(last.count, items.count)
        while start < shorter, id(last[last.startIndex + start]) == id(items[items.startIndex + start]) { start += 1 }
        var end = 0
        while end < shorter - start, id(last[last.endIndex - 1 - end]) == id(items[items.endIndex - 1 - end]) {
            end += 1
        }

        if end > 0 { moves += abs(items.count - last.count) }
        guard moves < Self.reach else { return rebuild(from: old, of: last, items) }
        var change = Change()
        var gone: [ID] = []
        for index in (last.startIndex + start)..<(last.endIndex - end) {
            let id = id(last[index])
            if Self.isRow(id) { gone.append(id) }
            positions![id] = nil
        }
        let wasThere = Set(gone)
        for index in (items.startIndex + start)..<(items.endIndex - end) {
            let id = id(items[index])
            guard Self.isRow(id) else {
                change.unequal.append(id)
                continue
            }
            if positions!.updateValue(index, forKey: id) != nil { return rebuild(from: old, of: last, items) }
            if !wasThere.contains(id) { change.arrived.append(id) }
        }
        change.departed = gone.filter { positions![$0] == nil }
        return change
    }

    /// - Parameter last: the collection that `old` is of, if it is known: its rows are in order, and the positions in `old` may be off.
    @inlinable
    mutating func rebuild(from old: [ID: Int], of last: Items?, _ items: Items) -> Change {
        var change = Change()
        let new = number(items, &change)
        var gone = old.filter { new[$0.key] == nil }
        if let last { change.departed = last.map(id).filter { gone.removeValue(forKey: $0) != nil } }
        change.departed += gone.sorted { $0.value < $1.value }.map(\.key)
        change.arrived = items.map(id).filter { Self.isRow($0) && old[$0] == nil }
        return change
    }

    @inlinable
    mutating func number(_ items: Items, _ change: inout Change) -> [ID: Int] {
        var new = [ID: Int](minimumCapacity: items.count)
        for index in items.indices {
            let id = id(items[index])
            if !Self.isRow(id) {
                change.unequal.append(id)
            } else if new[id] == nil {
                new[id] = index
            } else {
                change.duplicates.append(id)
            }
        }
        positions = new
        moves = 0
        hasDuplicates = !change.duplicates.isEmpty
        return new
    }

    /// Updates the keys; nil if there are none, or if they are not the ids that the rows are identified by.
    @usableFromInline
    mutating func updateKeys(to items: Items) -> Change? {
        guard let keys = rowKeys else { return nil }
        if keys.agrees(with: items) { return rowKeys!.update(to: items) }
        followElements()
        known = items
        return positions.map { rebuild(from: $0, of: nil, items) } ?? Change()
    }

    /// Parts of a row follow slices of it: from now on a change of any element counts.
    @usableFromInline
    mutating func followElements(of items: Items? = nil) {
        positions = rowKeys?.positions
        known = items
        rowKeys = nil
    }

    /// Whether an element with this id is a row: one that is not equal to itself, as `Double.nan` is not, is never found again.
    @inlinable
    static func isRow(_ id: ID) -> Bool { id == id }

    // MARK: Looking up

    /// Whether `id` is in the collection; the index must be up to date. The first call reads all ids, and returns those that
    /// identify no row or several. Complexity: O(1), O(n) for the first call.
    @inlinable
    mutating func contains(_ id: ID, in items: Items) -> (Bool, Change) {
        var change = Change()
        if let rowKeys { return (rowKeys.keyedPosition(of: id, in: items) != nil, change) }
        let positions = positions ?? number(items, &change)
        return (positions[id] != nil, change)
    }

    /// The position of `id`, searched for around `hint`, its last known position.
    @inlinable
    mutating func position(of id: ID, near hint: Int, in items: Items) -> Int? {
        if !hasDuplicates, isAt(hint, id, items) { return hint }
        if let rowKeys { return rowKeys.keyedPosition(of: id, in: items) }
        if let position = positions?[id] {
            for distance in 0...Self.reach {
                if isAt(position - distance, id, items) { return position - distance }
                if isAt(position + distance, id, items) { return position + distance }
            }
        } else if isUpToDate(with: items) {
            return nil
        }
        return items.firstIndex { self.id($0) == id }
    }

    @inlinable
    mutating func isAt(_ position: Int, _ id: ID, _ items: Items) -> Bool {
        position >= items.startIndex && position < items.endIndex && self.id(items[position]) == id
    }
}
