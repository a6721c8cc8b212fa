internal import AsyncKit
public import UnoArchitecture

/// The place of a collection whose rows have handles or observers.
///
/// Complexity: after a step that has left the collection's storage as it was, O(1). If a step has replaced the storage, as a
/// change of any row does while the old state is needed, one comparison of the storages' memory; of the rows that differ,
/// only those with a handle or an observer are looked at. If rows were inserted, removed or moved, O(*m*) in the number of
/// rows between the first and the last that differ.
@MainActor
@usableFromInline
final class RowSlot<Items: RandomAccessCollection, ID: Hashable & Sendable>: ObservedSlot {
    @usableFromInline typealias Element = Items.Element
    @usableFromInline typealias Buffer = UnsafeBufferPointer<Element>

    @usableFromInline unowned let owner: ObservedPart
    @usableFromInline let layout: PartLayout
    @usableFromInline let items: (UnsafeRawPointer) -> Items
    @usableFromInline let id: (Element) -> ID
    /// The call that asked for the rows, where rows with equal ids are reported.
    @usableFromInline let site: CallSite
    @usableFromInline var order = ObservedMark()
    @usableFromInline var rows: [ID: ObservedPart] = [:]
    /// The positions of the rows in the known collection; nil after they have changed.
    @usableFromInline var positions: [ID: Int]?
    /// The number of rows at which those that are no longer observed are removed.
    @usableFromInline var limit = 64
    /// `compare`, specialised where the types are known.
    @usableFromInline var comparison: (UnsafeRawPointer, UnsafeRawPointer, inout PartChanges) -> Void = { _, _, _ in }

    @inlinable
    init(
        in owner: ObservedPart,
        items: @escaping (UnsafeRawPointer) -> Items,
        id: @escaping (Element) -> ID,
        site: CallSite
    ) {
        self.owner = owner
        self.layout = PartLayout(Element.self)
        self.items = items
        self.id = id
        self.site = site
        super.init()
        comparison = { [unowned self] old, new, changes in compareItems(old, new, &changes) }
    }

    @usableFromInline
    func accessOrder() { order.access(in: owner.names) }

    /// The collection in the known state of the enclosing part.
    @inlinable
    func known() -> Items? {
        var result: Items?
        owner.read { result = items($0) }
        return result
    }

    // MARK: Finding rows

    /// The row of `id`, which is the element at `position` of `items`, a collection that may be out of date.
    @inlinable
    func row(_ id: ID, at position: Int, of items: Items) -> ObservedPart {
        if let row = rows[id] {
            if row.isPresent || self.position(of: id, near: position) == nil { return row }
            row.setPresent()
            return row
        }
        let row = makeRow(id, at: position)
        if self.position(of: id, near: position) == nil {
            withUnsafePointer(to: items[items.index(items.startIndex, offsetBy: position)]) { row.setLast($0) }
        }
        return row
    }

    /// The row of `id`; nil if the collection has none.
    @inlinable
    func row(_ id: ID) -> ObservedPart? {
        guard let position = position(of: id, near: rows[id]?.position ?? 0) else { return nil }
        guard let row = rows[id] else { return makeRow(id, at: position) }
        if !row.isPresent, owner.isPresent { row.setPresent() }
        return row
    }

    @inlinable
    func makeRow(_ id: ID, at position: Int) -> ObservedPart {
        if rows.count >= limit { pruneRows() }
        let row = ObservedPart(
            names: owner.names,
            in: owner,
            layout: layout,
            present: { [unowned self] body in read(id, body) }
        )
        row.position = position
        rows[id] = row
        return row
    }

    /// Runs `body` on a row of the known collection.
    @inlinable
    func read(_ id: ID, _ body: (UnsafeRawPointer) -> Void) {
        guard let items = known(), let row = rows[id], let position = position(of: id, near: row.position, in: items)
        else { return }
        row.position = position
        if items.withContiguousStorageIfAvailable({ body($0.baseAddress! + position) }) == nil {
            withUnsafePointer(to: items[items.index(items.startIndex, offsetBy: position)]) { body($0) }
        }
    }

    @inlinable
    func position(of id: ID, near hint: Int) -> Int? {
        known().flatMap { position(of: id, near: hint, in: $0) }
    }

    /// Complexity: O(1) if the row is at `hint`; otherwise O(1), but O(*n*) for the first call after rows have moved.
    @inlinable
    func position(of id: ID, near hint: Int, in items: Items) -> Int? {
        if isRow(id, at: hint, of: items) { return hint }
        if let positions {
            guard let position = positions[id] else { return nil }
            // Not so after a move that no comparison has seen, because rows had equal ids.
            if isRow(id, at: position, of: items) { return position }
        }
        let positions = findPositions(in: items)
        self.positions = positions
        return positions[id]
    }

    @inlinable
    func isRow(_ id: ID, at position: Int, of items: Items) -> Bool {
        position < items.count && self.id(items[items.index(items.startIndex, offsetBy: position)]) == id
    }

    @inlinable
    func findPositions(in items: Items) -> [ID: Int] {
        var positions: [ID: Int] = Dictionary(minimumCapacity: items.count)
        for (position, item) in items.enumerated() {
            let id = self.id(item)
            if positions[id] == nil { positions[id] = position } else { reportDuplicate(id) }
        }
        return positions
    }

    @usableFromInline
    func reportDuplicate(_ id: ID) {
        let message = "More than one row of \(Items.self) has the id \(id); its handle shows the first of them"
        owner.names.report(.duplicateID, message, at: site)
    }

    // MARK: Comparing

    @usableFromInline
    override func compare(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ changes: inout PartChanges) {
        comparison(old, new, &changes)
    }

    @inlinable
    func compareItems(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ changes: inout PartChanges) {
        let (old, new) = (items(old), items(new))
        let isDone: Void?? = old.withContiguousStorageIfAvailable { old in
            new.withContiguousStorageIfAvailable { compare(old, $0, &changes) }
        }
        if case .some(.some) = isDone { return }
        let (oldCopy, newCopy) = (ContiguousArray(old), ContiguousArray(new))
        oldCopy.withUnsafeBufferPointer { old in newCopy.withUnsafeBufferPointer { compare(old, $0, &changes) } }
    }

    @inlinable
    func compare(_ old: Buffer, _ new: Buffer, _ changes: inout PartChanges) {
        if old.count == new.count, old.baseAddress == new.baseAddress { return }
        let shorter = min(old.count, new.count)
        var place = 0
        while true {
            place = Memory.firstDifference(old, new, from: place, to: shorter)
            guard place < shorter else { break }
            let id = id(new[place])
            guard id == self.id(old[place]) else { break }
            rows[id]?.compare(old.baseAddress! + place, new.baseAddress! + place, &changes)
            place += 1
        }
        if place < old.count || place < new.count { compareMoved(old, new, from: place, &changes) }
    }

    /// Compares collections whose rows before `start` have the same ids; the next ones do not.
    @inlinable
    func compareMoved(_ old: Buffer, _ new: Buffer, from start: Int, _ changes: inout PartChanges) {
        order.note(in: &changes)
        changes.settling.append { [self] in positions = nil }
        guard !rows.isEmpty else { return }
        var end = 0
        while end < min(old.count, new.count) - start {
            let (before, after) = (old.count - 1 - end, new.count - 1 - end)
            let id = id(new[after])
            guard id == self.id(old[before]) else { break }
            rows[id]?.compare(old.baseAddress! + before, new.baseAddress! + after, &changes)
            end += 1
        }
        var places: [ID: Int] = [:]
        for place in start..<(old.count - end) {
            let id = id(old[place])
            if rows[id] != nil, places[id] == nil { places[id] = place }
        }
        for place in start..<(new.count - end) {
            let id = id(new[place])
            guard let row = rows[id] else { continue }
            if let before = places.removeValue(forKey: id) {
                row.compare(old.baseAddress! + before, new.baseAddress! + place, &changes)
            } else {
                row.reappear(new.baseAddress! + place, &changes)
            }
        }
        for (id, place) in places { rows[id]?.disappear(old.baseAddress! + place, &changes) }
    }

    // MARK: Forgetting

    @usableFromInline
    override func prune() -> Int { pruneRows() + (order.isObserved ? 1 : 0) }

    @discardableResult
    @usableFromInline
    func pruneRows() -> Int {
        var (idle, left): ([ID], Int) = ([], 0)
        // An array of the indices: a collection that retains `rows` would have the loop check a copy.
        for place in Array(rows.indices) {
            let isHandled = !isKnownUniquelyReferenced(&rows.values[place])
            let inside = isHandled ? 1 : rows.values[place].prune()
            if inside == 0 { idle.append(rows[place].key) }
            left += inside
        }
        for id in idle { rows[id] = nil }
        limit = max(64, rows.count * 2)
        return left
    }

    @usableFromInline override var fieldCount: Int { rows.values.reduce(0) { $0 + $1.fieldCount } }
}
