/// Which rows a collection has, and where: positions by id, kept up to date as the collection changes.
///
/// Whether rows came or went has to be known after each step, but comparing 10,000 ids after each would make every
/// action cost that. So the roster keeps a copy of the collection, as it was, except while a row is changed in its
/// place (``beginAccess()``, ``endAccess(_:)``). As long as the copy exists, anybody else who changes the collection gets
/// another buffer. So the buffer's address answers, and it cannot be wrong.
///
/// Complexity: O(1) if nothing but rows has changed. If anybody else has changed the collection, they have copied it,
/// and comparing the ids with those of the copy is O(n), too; only rows that came or went are hashed.
@usableFromInline
struct RowIndex<Items: RandomAccessCollection & Sendable, ID: Hashable & Sendable>: Sendable
where Items.Index == Int, Items.Element: Sendable {
    /// What is different from when the roster was last up to date.
    @usableFromInline
    struct Change {
        /// In the order that they were in.
        @usableFromInline var departed: [ID] = []
        @usableFromInline var arrived: [ID] = []
        /// Ids that more than one row has; the first one is meant.
        @usableFromInline var duplicates: [ID] = []

        @inlinable
        init() {}
    }

    /// How far from where it was last seen a row is looked for.
    @usableFromInline static var reach: Int { 8 }

    @usableFromInline let id: @Sendable (Items.Element) -> ID
    @usableFromInline var known: Items?
    /// Made when a row is first looked for. Which ids there are is exact, where they are may be off by a few.
    @usableFromInline var positions: [ID: Int]?
    /// How many changes have moved rows since the positions were made.
    @usableFromInline var moves = 0
    @usableFromInline var hasDuplicates = false

    @inlinable
    init(id: @escaping @Sendable (Items.Element) -> ID) {
        self.id = id
    }

    // MARK: Following

    /// Whether nobody has changed the collection but through the roster.
    @inlinable
    func isUpToDate(with items: Items) -> Bool {
        guard let known, known.count == items.count else { return false }
        guard let last = known.withContiguousStorageIfAvailable({ $0.baseAddress }),
            let now = items.withContiguousStorageIfAvailable({ $0.baseAddress })
        else { return false }
        return last == now
    }

    /// Lets go of the copy, so that a row can be changed in its place.
    @inlinable
    mutating func beginAccess() { known = nil }

    /// The row has been changed, and is still the same one.
    @inlinable
    mutating func endAccess(_ items: Items) { known = items }

    /// Takes note of what others have done to the collection.
    @inlinable
    mutating func update(to items: Items) -> Change {
        let last = known
        known = items
        guard let old = positions else { return Change() }
        guard let last, !hasDuplicates else { return rebuild(from: old, items) }
        var start = 0
        let shorter = Swift.min(last.count, items.count)
        while start < shorter, id(last[last.startIndex + start]) == id(items[items.startIndex + start]) { start += 1 }
        var end = 0
        while end < shorter - start, id(last[last.endIndex - 1 - end]) == id(items[items.endIndex - 1 - end]) {
            end += 1
        }

        if end > 0, last.count != items.count { moves += 1 }
        guard moves < Self.reach else { return rebuild(from: old, items) }
        var change = Change()
        var gone: [ID] = []
        for index in (last.startIndex + start)..<(last.endIndex - end) {
            let id = id(last[index])
            gone.append(id)
            positions![id] = nil
        }
        let wasThere = Set(gone)
        for index in (items.startIndex + start)..<(items.endIndex - end) {
            let id = id(items[index])
            if positions!.updateValue(index, forKey: id) != nil { return rebuild(from: old, items) }
            if !wasThere.contains(id) { change.arrived.append(id) }
        }
        change.departed = gone.filter { positions![$0] == nil }
        return change
    }

    @inlinable
    mutating func rebuild(from old: [ID: Int], _ items: Items) -> Change {
        var change = Change()
        let new = number(items, &change)
        change.departed = old.filter { new[$0.key] == nil }.sorted { $0.value < $1.value }.map(\.key)
        for item in items where old[id(item)] == nil { change.arrived.append(id(item)) }
        return change
    }

    @inlinable
    mutating func number(_ items: Items, _ change: inout Change) -> [ID: Int] {
        var new = [ID: Int](minimumCapacity: items.count)
        for index in items.indices {
            let id = id(items[index])
            if new[id] == nil { new[id] = index } else { change.duplicates.append(id) }
        }
        positions = new
        moves = 0
        hasDuplicates = !change.duplicates.isEmpty
        return new
    }

    // MARK: Looking up

    /// Whether `id` is in the collection, which the roster is up to date with. The first call is O(n).
    @inlinable
    mutating func contains(_ id: ID, in items: Items) -> (Bool, duplicates: [ID]) {
        if let positions { return (positions[id] != nil, []) }
        var change = Change()
        let positions = number(items, &change)
        return (positions[id] != nil, change.duplicates)
    }

    /// Where `id` is, starting from where it was last seen.
    @inlinable
    mutating func position(of id: ID, near hint: Int, in items: Items) -> Int? {
        if isAt(hint, id, items) { return hint }
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
    func isAt(_ position: Int, _ id: ID, _ items: Items) -> Bool {
        position >= items.startIndex && position < items.endIndex && self.id(items[position]) == id
    }
}
