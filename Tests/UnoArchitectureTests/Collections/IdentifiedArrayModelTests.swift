import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

/// Compares an identified array with a plain array, for random operations.
@Suite struct IdentifiedArrayModelTests {
    struct Item: Sendable, Equatable, Identifiable {
        var id: Int
        var title = 0
    }

    /// An identified array and its model, which do the same.
    struct Pair {
        var rows: IdentifiedArrayOf<Item>
        var model: [Item] = []
        var random: SplitMix
        /// The number of different ids: with few, most operations meet an element.
        let idCount: Int

        mutating func anyID() -> Int { Int.random(in: 0..<idCount, using: &random) }
        mutating func anyItem() -> Item { Item(id: anyID(), title: Int.random(in: 0..<1_000, using: &random)) }
        mutating func anyPosition() -> Int { Int.random(in: model.indices, using: &random) }
        func place(of id: Int) -> Int? { model.firstIndex { $0.id == id } }

        mutating func step() {
            let choice = Int.random(in: 0..<17, using: &random)
            guard choice < 5 || !model.isEmpty else { return }
            switch choice {
            case 0, 1:
                let item = anyItem()
                let isNew = place(of: item.id) == nil
                let isTaken = rows.append(item)
                #expect(isTaken == isNew)
                if isNew { model.append(item) }
            case 2:
                let (item, position) = (anyItem(), Int.random(in: 0...model.count, using: &random))
                let isNew = place(of: item.id) == nil
                let isTaken = rows.insert(item, at: position)
                #expect(isTaken == isNew)
                if isNew { model.insert(item, at: position) }
            case 3:
                let item = anyItem()
                let place = place(of: item.id)
                let old = rows.updateOrAppend(item)
                #expect(old == place.map { model[$0] })
                if let place { model[place] = item } else { model.append(item) }
            case 4:
                let item = anyItem()
                rows[id: item.id] = item
                if let place = place(of: item.id) { model[place] = item } else { model.append(item) }
            case 5, 6:
                let id = anyID()
                let place = place(of: id)
                let old = rows.remove(id: id)
                #expect(old == place.map { model[$0] })
                if let place { model.remove(at: place) }
            case 7:
                let id = anyID()
                rows[id: id]?.title += 1
                if let place = place(of: id) { model[place].title += 1 }
            case 8:
                let id = anyID()
                rows[id: id] = nil
                if let place = place(of: id) { model.remove(at: place) }
            case 9:
                let position = anyPosition()
                rows[position].title -= 1
                model[position].title -= 1
            case 10:
                let (position, id) = (anyPosition(), anyID())
                guard place(of: id) == nil else { return }
                if Bool.random(using: &random) { rows[position].id = id } else { rows[id: model[position].id]?.id = id }
                model[position].id = id
            case 11:
                let (source, target) = (anyPosition(), anyPosition())
                rows.move(from: source, to: target)
                model.insert(model.remove(at: source), at: target)
            case 12:
                let (first, second) = (anyPosition(), anyPosition())
                rows.swapAt(first, second)
                model.swapAt(first, second)
            case 13:
                let rest = Int.random(in: 0..<9, using: &random)
                rows.removeAll { $0.id % 9 == rest }
                model.removeAll { $0.id % 9 == rest }
            case 14:
                rows.sort { ($0.title, $0.id) < ($1.title, $1.id) }
                model.sort { ($0.title, $0.id) < ($1.title, $1.id) }
            case 15:
                var same = random
                rows.shuffle(using: &random)
                model = model.indices.shuffled(using: &same).map { model[$0] }
            default:
                let (last, expected) = (rows.popLast(), model.popLast())
                #expect(last == expected)
            }
        }

        func check() {
            #expect(rows.elements == model)
            #expect(Array(rows.ids) == model.map(\.id))
            for id in 0..<idCount { #expect(rows.index(id: id) == place(of: id)) }
        }
    }

    @Test(arguments: [(idCount: 6, seeds: 40), (idCount: 40, seeds: 60), (idCount: 400, seeds: 10)])
    func `An identified array does what a plain array does`(_ size: (idCount: Int, seeds: Int)) {
        DiagnosticsRecorder()() {
            for seed in Scale.firstSeed..<Scale.firstSeed + UInt64(Scale.chosen(size.seeds)) {
                var pair = Pair(rows: [], random: SplitMix(seed: seed), idCount: size.idCount)
                for step in 0..<400 {
                    pair.step()
                    if step % (size.idCount / 6) == 0 { pair.check() }
                }
                pair.check()
            }
        }
    }

    @Test(arguments: 0..<UInt64(20))
    func `Moving by offsets keeps the order of the moved and of the others`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for _ in 0..<50 {
            let count = Int.random(in: 1..<20, using: &random)
            let offsets = (0..<count).filter { _ in Bool.random(using: &random) }
            let target = Int.random(in: 0...count, using: &random)
            let items = (0..<count).map { Item(id: $0) }
            var rows = IdentifiedArray(items)
            rows.move(fromOffsets: offsets, toOffset: target)
            let front = (0..<target).filter { !offsets.contains($0) }
            let back = (target..<count).filter { !offsets.contains($0) }
            #expect(Array(rows.ids) == front + offsets + back)
            #expect(rows.ids.allSatisfy { rows[id: $0]?.id == $0 })
            rows.remove(atOffsets: 0..<count / 2)
            #expect(Array(rows.ids) == Array((front + offsets + back)[(count / 2)...]))
        }
    }
}
