import Testing
import UnoTesting

@testable import UnoArchitecture

/// Compares the row index with linear searches, for random changes.
@Suite struct RowIndexTests {
    struct Item: Sendable, Equatable {
        var id: Int
        var count = 0
    }

    /// The index of `items`, among which it has looked for an id, which numbers their places.
    static func index(of items: [Item]) -> RowIndex<[Item], Int> {
        var rowIndex = RowIndex<[Item], Int>(id: \.id)
        _ = rowIndex.update(to: items)
        _ = rowIndex.contains(items[0].id, in: items)
        return rowIndex
    }

    static func change(_ items: inout [Item], _ random: inout SplitMix) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: if !items.isEmpty { items.remove(at: Int.random(in: items.indices, using: &random)) }
        case 1: items.insert(Item(id: Int.random(in: 100..<200, using: &random)), at: 0)
        case 2: items.append(Item(id: Int.random(in: 0..<30, using: &random)))
        case 3: items.shuffle(using: &random)
        case 4: if items.count > 1 { items.swapAt(0, items.count - 1) }
        case 5: items.removeAll { $0.id % 5 == 0 }
        case 6: if !items.isEmpty { items[items.count / 2].count += 1 }
        default: items = (0..<20).map { Item(id: $0) }
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `The row index returns the inserted and removed ids, and the position of each id`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var items = (0..<20).map { Item(id: $0) }
        var rowIndex = RowIndex<[Item], Int>(id: \.id)
        _ = rowIndex.update(to: items)
        #expect(rowIndex.contains(3, in: items).0)
        for _ in 0..<60 {
            let before = Set(items.map(\.id))
            Self.change(&items, &random)
            let isUpToDate = rowIndex.isUpToDate(with: items)
            let change = isUpToDate ? .init() : rowIndex.update(to: items)
            let isNowUpToDate = rowIndex.isUpToDate(with: items)
            #expect(isNowUpToDate)
            let after = Set(items.map(\.id))
            #expect(Set(change.departed) == before.subtracting(after))
            #expect(Set(change.arrived) == after.subtracting(before))
            #expect(change.departed.count == Set(change.departed).count)
            for id in 0..<40 {
                #expect(rowIndex.contains(id, in: items).0 == after.contains(id))
                let position = rowIndex.position(of: id, near: 0, in: items)
                #expect(position.map { items[$0].id } == (after.contains(id) ? id : nil))
            }
            // Changing a row in place does not change the set of rows.
            guard let first = items.indices.randomElement(using: &random) else { continue }
            rowIndex.beginAccess()
            items[first].count += 1
            rowIndex.endAccess(items)
            let isAgainUpToDate = rowIndex.isUpToDate(with: items)
            #expect(isAgainUpToDate)
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `The row index of an identified array returns the same from the keys alone`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var items = (0..<20).map { Item(id: $0) }
        var plain = RowIndex<[Item], Int>(id: \.id)
        var keyed = RowIndex<IdentifiedArray<Int, Item>, Int>(id: \.id)
        _ = plain.update(to: items)
        _ = plain.contains(0, in: items)
        _ = keyed.update(to: IdentifiedArray(items, id: \Item.id))
        for _ in 0..<60 {
            let before = items.map(\.id)
            Self.change(&items, &random)
            var seen: Set<Int> = []
            items = items.filter { seen.insert($0.id).inserted }
            let rows = IdentifiedArray(items, id: \Item.id)
            let isUpToDate = keyed.isUpToDate(with: rows)
            #expect(!isUpToDate || before == items.map(\.id))
            let (change, expected) = (keyed.update(to: rows), plain.update(to: items))
            #expect(change.departed == expected.departed && change.arrived == expected.arrived)
            keyed.beginAccess()
            keyed.endAccess(rows)
            let isNowUpToDate = keyed.isUpToDate(with: rows)
            #expect(isNowUpToDate && keyed.rowKeys != nil && keyed.known == nil)
            for id in 0..<40 {
                #expect(keyed.contains(id, in: rows).0 == seen.contains(id))
                #expect(keyed.position(of: id, near: 0, in: rows) == items.firstIndex { $0.id == id })
            }
        }
    }

    @Test func `Where the keys are not the ids of the rows, and once parts follow the rows, the elements are compared`()
    {
        #expect(RowKeys<IdentifiedArray<Int, Item>, String>(id: { "\($0.id)" }) == nil)
        var rows = IdentifiedArray((1...3).map { Item(id: $0, count: 10 * $0) }, id: \Item.id)
        var byCount = RowIndex<IdentifiedArray<Int, Item>, Int>(id: \.count)
        _ = byCount.update(to: rows)
        let isUpToDate = byCount.isUpToDate(with: rows)
        #expect(isUpToDate && byCount.rowKeys == nil)
        #expect(byCount.contains(20, in: rows).0)
        #expect(!byCount.contains(2, in: rows).0)
        var following = RowIndex<IdentifiedArray<Int, Item>, Int>(id: \.id)
        _ = following.update(to: rows)
        following.followElements(of: rows)
        let isStillUpToDate = following.isUpToDate(with: rows)
        #expect(isStillUpToDate)
        rows.remove(at: 1)
        #expect(byCount.update(to: rows).departed == [20])
        #expect(following.update(to: rows).departed == [2])
    }

    @Test func `A slice that has lost its last row has changed, although its buffer is the same`() {
        var items = (0..<5).map { Item(id: $0) }[1...]
        var rowIndex = RowIndex<ArraySlice<Item>, Int>(id: \.id)
        _ = rowIndex.update(to: items)
        #expect(rowIndex.contains(4, in: items).0)
        #expect(rowIndex.position(of: 1, near: 0, in: items) == 1)
        items = items.dropLast()
        let isUpToDate = rowIndex.isUpToDate(with: items)
        #expect(!isUpToDate)
        #expect(rowIndex.update(to: items).departed == [4])
    }

    @Test func `Rows that are inserted or removed move the rows behind them, whose positions stay as they were noted`()
    {
        var items = (0..<6).map { Item(id: $0) }
        var rowIndex = Self.index(of: items)
        items.append(Item(id: 6))
        _ = rowIndex.update(to: items)
        #expect(rowIndex.moves == 0 && rowIndex.positions?[6] == 6)
        items.insert(Item(id: 7), at: 6)
        _ = rowIndex.update(to: items)
        #expect(rowIndex.moves == 1 && rowIndex.positions?[7] == 6 && rowIndex.positions?[6] == 6)
        items.removeFirst()
        _ = rowIndex.update(to: items)
        #expect(rowIndex.moves == 2 && rowIndex.positions?[5] == 5)
    }

    @Test func `A change that keeps the count and the buffer is detected`() {
        var items = (0..<4).map { Item(id: $0) }
        var rowIndex = Self.index(of: items)
        items[2] = Item(id: 9)
        let isOutOfDate = !rowIndex.isUpToDate(with: items)
        #expect(isOutOfDate)
        let change = rowIndex.update(to: items)
        #expect(change.departed == [2])
        #expect(change.arrived == [9])
    }

    @Test func `Duplicate ids are returned, and the first position is used`() {
        let items = [1, 2, 1].map { Item(id: $0) }
        var rowIndex = RowIndex<[Item], Int>(id: \.id)
        _ = rowIndex.update(to: items)
        let (isThere, change) = rowIndex.contains(1, in: items)
        #expect(isThere)
        #expect(change.duplicates == [1])
        #expect(rowIndex.position(of: 1, near: 99, in: items) == 0)
    }

    @Test(arguments: [false, true], [false, true])
    func `Removed ids are returned in the order that their rows were in`(hasDuplicates: Bool, isInAccess: Bool) {
        let items = ([5, 3, 8, 1] + (hasDuplicates ? [5] : [])).map { Item(id: $0) }
        var rowIndex = Self.index(of: items)
        if isInAccess { rowIndex.beginAccess() }
        #expect(rowIndex.update(to: []).departed == [5, 3, 8, 1])
    }

    @Test func `Removed ids are returned in order although other rows have moved theirs since they were numbered`() {
        var items = (0..<3).map { Item(id: $0) }
        var rowIndex = Self.index(of: items)
        for id in 10..<17 {
            items.insert(Item(id: id), at: 0)
            #expect(rowIndex.update(to: items).arrived == [id])
        }
        items.removeFirst(7)
        #expect(rowIndex.update(to: items).departed == Array((10..<17).reversed()))
    }

    @Test func `After a row is changed in place the index is up to date, unless the row has changed its id`() {
        var items = (0..<4).map { Item(id: $0) }
        let access = RowAccess(RowIndex<[Item], Int>(id: \.id))
        _ = access.rowIndex.update(to: items)
        _ = access.rowIndex.contains(0, in: items)
        access.modify(access.makePlace(2), in: &items) { $0.count += 1 }
        #expect(items[2].count == 1)
        let isUpToDate = access.rowIndex.isUpToDate(with: items)
        #expect(isUpToDate)
        access.modify(access.makePlace(2), in: &items) { $0.id = 9 }
        let isStillUpToDate = access.rowIndex.isUpToDate(with: items)
        #expect(!isStillUpToDate)
    }

    @Test func `A row that has come or moved since the index was built is found all the same`() {
        var items = (0..<100).map { Item(id: $0) }
        var rowIndex = Self.index(of: items)
        #expect(rowIndex.position(of: 100, near: 0, in: items) == nil)
        items.append(Item(id: 100))
        #expect(rowIndex.position(of: 100, near: 0, in: items) == 100)
        #expect(rowIndex.position(of: 101, near: 0, in: items) == nil)
        items.reverse()
        for id in [0, 1, 50, 99, 100] { #expect(rowIndex.position(of: id, near: 0, in: items) == 100 - id) }
        for hint in [-1, 0, 99, 100, 101] { #expect(rowIndex.position(of: 1, near: hint, in: items) == 99) }
    }

    @Test func `Of rows that share an id the first one is found, wherever the second was last seen`() {
        var rowIndex = RowIndex<[Item], Int>(id: \.id)
        rowIndex.followElements()
        _ = rowIndex.update(to: [Item(id: 1), Item(id: 2)])
        #expect(rowIndex.contains(2, in: [Item(id: 1), Item(id: 2)]).0)
        let items = [Item(id: 2, count: 1), Item(id: 2)]
        #expect(rowIndex.update(to: items).duplicates == [2])
        #expect(rowIndex.position(of: 2, near: 1, in: items) == 0)
    }

    @Test func `Rows that were moved by more places than are searched get their positions anew`() {
        var rowIndex = RowIndex<[Item], Int>(id: \.id)
        rowIndex.followElements()
        var items = (0..<30).map { Item(id: $0) }
        _ = rowIndex.update(to: items)
        #expect(rowIndex.contains(3, in: items).0)
        items.insert(contentsOf: (100..<120).map { Item(id: $0) }, at: 0)
        _ = rowIndex.update(to: items)
        #expect(rowIndex.positions?[3] == 23)
        #expect(rowIndex.moves == 0)
        for number in 1...8 {
            items.insert(Item(id: 200 + number), at: 0)
            _ = rowIndex.update(to: items)
            #expect(rowIndex.moves == number % 8)
            #expect(rowIndex.positions?[3] == (number < 8 ? 23 : 31))
        }
    }

    /// With a row that shares an id, all ids are numbered anew for each change.
    @Test(arguments: [false, true])
    func `An element whose id is not equal to itself is no row, whatever changes`(hasDuplicates: Bool) {
        var rowIndex = RowIndex<[Double], Double>(id: { $0 })
        var items: [Double] = [1, .nan, 2] + (hasDuplicates ? [1] : [])
        _ = rowIndex.update(to: items)
        #expect(rowIndex.contains(1, in: items).1.unequal.count == 1)
        #expect(!rowIndex.contains(.nan, in: items).0)
        for added in [3, 4, .nan, .nan] {
            items.append(added)
            let change = rowIndex.update(to: items)
            #expect(change.arrived == [added].filter { $0 == $0 })
            #expect(change.departed.isEmpty && !change.unequal.isEmpty)
        }
        #expect(rowIndex.positions?.count == 4)
        items.removeAll { $0 != $0 || $0 == 2 }
        let change = rowIndex.update(to: items)
        #expect(change.departed == [2] && change.arrived.isEmpty && change.unequal.isEmpty)
    }
}
