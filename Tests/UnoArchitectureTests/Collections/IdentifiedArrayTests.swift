import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite(.timeLimit(.hang)) struct IdentifiedArrayTests {
    struct Item: Sendable, Hashable, Codable, Identifiable {
        var id: Int
        var title = ""
    }

    /// A class, so that a second owner can be told.
    final class Payload: Sendable {}
    struct Holder: Sendable, Identifiable {
        let id: Int
        var payload = Payload()
        var count = 0
    }

    let recorder = DiagnosticsRecorder()
    var messages: [String] { recorder.reports.elements.map(\.message) }

    // MARK: Duplicates

    private struct Measure: Sendable, Identifiable {
        var id: Double
        var count = 0
    }

    @Test func `An id that is not equal to itself is reported, and finds no element`() {
        recorder {
            var rows = IdentifiedArrayOf<Measure>((0..<10).map { Measure(id: Double($0)) })
            #expect(!rows.append(Measure(id: .nan)) && !rows.insert(Measure(id: .nan), at: 0))
            rows.updateOrAppend(Measure(id: .nan))
            rows[id: 11] = Measure(id: .nan)
            #expect(rows.count == 10)
            #expect(recorder.kinds == Array(repeating: .unequalID, count: 4))
            rows[9].id = .nan
            for _ in 0..<9 { rows[9].count += 1 }
            #expect(rows[id: 9]?.count == 9 && rows.index(id: 10) == nil && rows.index(id: .nan) == nil)
            rows.sort { $0.count > $1.count }
            #expect(rows.ids.first == 9 && rows.popLast()?.id == 8)
            #expect(rows.ids.allSatisfy { rows.index(id: $0) != nil })
            rows[id: 9]?.id = 20
            #expect(rows.index(id: 20) == 0 && rows.index(id: 9) == nil)
            #expect(messages.allSatisfy { $0.contains("the id nan, which is not equal to itself") })
            var few: IdentifiedArrayOf<Measure> = [Measure(id: 1), Measure(id: 2), Measure(id: 3)]
            few[2].id = .nan
            few[0].id = 2
            few[0].id = 3
            #expect(few.index(id: 3) == 0 && few.index(id: 2) == 1)
        }
    }

    @Test func `An id that is not equal to itself is reported after all elements may have changed`() {
        recorder {
            var rows: IdentifiedArrayOf<Measure> = [Measure(id: 1), Measure(id: 2)]
            rows.withContiguousMutableStorageIfAvailable { $0[1].id = .nan }
            #expect(rows.ids == [1, 2] && rows.index(id: 2) == 1 && rows[1].id.isNaN)
        }
        #expect(recorder.kinds == [.unequalID])
        #expect(messages.first?.contains("stays, and is found under 2.0") == true)
    }

    private struct Reading: Sendable, Identifiable, Decodable { var id: Double }

    @Test func `An id that is not equal to itself is not decoded`() {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let text = Data(#"[{"id": 1}, {"id": "nan"}]"#.utf8)
        #expect(throws: DecodingError.self) { try decoder.decode(IdentifiedArrayOf<Reading>.self, from: text) }
    }

    /// Arrays are equal if they share their buffer, whatever is in them.
    private struct Place: Sendable, Identifiable {
        var x = 0.0
        var y = 0.0
        var id: [Double] { [x, y] }
    }

    @Test func `An id that differs from one reading to the next ends no search`() {
        recorder {
            var rows: IdentifiedArrayOf<Place> = [Place(x: 1, y: 1), Place(x: 2, y: 2), Place(x: .nan)]
            rows[0] = Place(x: 2, y: 2)
            rows.remove(at: 1)
            #expect(rows.count == 2 && rows.index(id: [2, 2]) == 0)
        }
    }

    @Test func `An element whose id is taken is reported with the id and the place of the call`() {
        recorder {
            var rows: IdentifiedArrayOf<Item> = [Item(id: 7, title: "first")]
            let isAppended = rows.append(Item(id: 7, title: "second"))
            let line = #line as UInt
            let isInserted = rows.insert(Item(id: 7), at: 0)
            #expect(!isAppended && !isInserted)
            #expect(rows.elements == [Item(id: 7, title: "first")])
            #expect(recorder.kinds == [.duplicateID, .duplicateID])
            #expect(messages.allSatisfy { $0.contains("the id 7") })
            #expect(recorder.reports.elements.map(\.line) == [line - 1, line + 1])
            #expect(
                recorder.reports.elements.allSatisfy { $0.fileID?.hasSuffix("IdentifiedArrayTests.swift") ?? false }
            )
        }
    }

    @Test func `Of elements that share an id, an array takes the first and reports the others`() {
        recorder {
            let rows = IdentifiedArray([Item(id: 1, title: "a"), Item(id: 2), Item(id: 1, title: "b")])
            let line = #line as UInt
            #expect(rows.elements == [Item(id: 1, title: "a"), Item(id: 2)])
            #expect(recorder.reports.elements.map(\.line) == [line - 1])
            let literal: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 1)]
            #expect(literal.count == 1 && recorder.kinds.count == 2)
        }
    }

    @Test func `An element that is changed to the id of another one stays under its old id, and is reported`() {
        recorder {
            var rows: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2), Item(id: 3)]
            rows[id: 3]?.id = 1
            rows[1].id = 1
            #expect(rows.elements.map(\.id) == [1, 1, 1])
            #expect(Array(rows.ids) == [1, 2, 3] && recorder.kinds == [.duplicateID, .duplicateID])
            #expect(messages.map { $0.contains("given the id 1") } == [true, true])
            rows[id: 3]?.id = 30
            #expect(Array(rows.ids) == [1, 2, 30])
        }
    }

    @Test func `An element whose id was taken is found under it as soon as it is free`() {
        recorder {
            var rows: IdentifiedArrayOf<Item> = [Item(id: 1, title: "a"), Item(id: 2, title: "b")]
            let first = rows[0]
            rows[0] = rows[1]
            rows[1] = first
            #expect(recorder.kinds == [.duplicateID])
            #expect(rows[id: 1]?.title == "a")
            #expect(rows[id: 2]?.title == "b")
            #expect(Array(rows.ids) == [2, 1])

            rows[id: 1]?.id = 2
            rows.remove(at: 0)
            #expect(Array(rows.ids) == [2])
            #expect(rows.contains(id: 2))
            rows.append(Item(id: 2))
            #expect(rows.count == 1)
        }
    }

    @Test func `An element that has to borrow another id is found under its own as soon as it is free`() {
        recorder {
            var rows: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2, title: "b"), Item(id: 3)]
            rows[1].id = 1
            // Takes back the id that the second element has borrowed, which borrows the other.
            rows[2].id = 2
            #expect(Array(rows.ids) == [1, 3, 2])
            rows[0].id = 9
            #expect(Array(rows.ids) == [9, 1, 2])
            #expect(rows[id: 1]?.title == "b")
            #expect(recorder.kinds == [.duplicateID])
        }
    }

    @Test func `Sorting a slice keeps each element under its id`() {
        recorder {
            var rows = IdentifiedArray((0..<20).map { Item(id: 19 - $0) })
            rows[3..<17].sort { $0.id < $1.id }
            #expect(rows.ids.allSatisfy { rows[id: $0]?.id == $0 })
            #expect(Set(rows.ids).count == 20)
        }
    }

    // MARK: Changing in place

    @Test func `Changing an element in place does not copy it`() {
        var rows = IdentifiedArray((0..<100).map { Holder(id: $0) })
        func change(_ holder: inout Holder) {
            let isUnique = isKnownUniquelyReferenced(&holder.payload)
            #expect(isUnique)
            holder.count += 1
        }
        for id in [0, 50, 99] { change(&rows[id: id]!) }
        change(&rows[3])
        #expect(rows.map(\.count).reduce(0, +) == 4)
    }

    @Test func `A copy keeps its elements`() {
        var rows = IdentifiedArray((0..<20).map { Item(id: $0) })
        let copy = rows
        rows[id: 5]?.title = "changed"
        rows.remove(id: 6)
        rows.append(Item(id: 99))
        #expect(copy.elements == (0..<20).map { Item(id: $0) })
        #expect(copy.index(id: 6) == 6 && copy.index(id: 99) == nil)
    }

    @Test func `An element that is set for another id is found under its own`() {
        var rows: IdentifiedArrayOf<Item> = [Item(id: 1)]
        rows[id: 5] = Item(id: 6)
        rows[id: 1] = Item(id: 2)
        #expect(Array(rows.ids) == [2, 6])
        #expect(rows[id: 5] == nil && rows[id: 1] == nil && rows[id: 6]?.id == 6)
    }

    @Test func `An error in the middle of a change leaves the element in its place`() {
        struct Failure: Error {}
        func fail(_ item: inout Item?) throws {
            item?.title = "half"
            throw Failure()
        }
        var rows = IdentifiedArray((0..<10).map { Item(id: $0) })
        #expect(throws: Failure.self) { try fail(&rows[id: 4]) }
        #expect(Array(rows.ids) == Array(0..<10))
        #expect(rows[id: 4]?.title == "half" && rows[4].title == "half")
    }

    // MARK: Keys, collections, conformances

    @Test func `Elements can be identified by any property`() {
        struct Country: Equatable {
            let code: String
            var name: String
        }
        var countries = IdentifiedArray([Country(code: "IS", name: "Iceland")], id: \.code)
        countries[id: "IS"]?.name = "Ísland"
        countries.append(Country(code: "FO", name: "Føroyar"))
        countries.sort { $0.name < $1.name }
        #expect(countries.map(\.code) == ["FO", "IS"])
        #expect(IdentifiedArray<String, Country>(id: \.code).isEmpty)
    }

    @Test func `The generic algorithms of mutable collections keep each element under its id`() {
        func sortGenerically<C: MutableCollection & RandomAccessCollection>(_ items: inout C) where C.Element == Item {
            items.sort { $0.title < $1.title }
        }
        func reverseGenerically<C: MutableCollection & BidirectionalCollection>(_ items: inout C) { items.reverse() }
        var rows = IdentifiedArray((0..<30).map { Item(id: $0, title: String(format: "%02d", ($0 * 7) % 30)) })
        sortGenerically(&rows)
        #expect(rows.map(\.title) == rows.map(\.title).sorted())
        #expect(rows.ids.allSatisfy { rows[id: $0]?.id == $0 })
        reverseGenerically(&rows)
        let middle = rows.partition { $0.id < 10 }
        #expect(rows[middle...].allSatisfy { $0.id < 10 })
        #expect(rows.ids.allSatisfy { rows[id: $0]?.id == $0 })
    }

    @Test func `Elements that are given one id in contiguous memory are kept and reported`() {
        recorder {
            var rows = IdentifiedArray((0..<4).map { Item(id: $0) })
            rows.withContiguousMutableStorageIfAvailable { $0[2] = Item(id: 0, title: "copy") }
            #expect(rows.count == 4)
            #expect(Array(rows.ids) == [0, 1, 2, 3])
            #expect(rows[id: 2]?.title == "copy")
            #expect(recorder.kinds == [.duplicateID])
        }
    }

    @Test func `Equality, hashes and descriptions are those of the elements`() {
        let items = [Item(id: 1), Item(id: 2)]
        let (rows, reversed) = (IdentifiedArray(items), IdentifiedArray(items.reversed()))
        #expect(rows == IdentifiedArray(items) && rows != reversed)
        #expect(rows.hashValue == IdentifiedArray(items).hashValue)
        #expect("\(rows)" == "\(items)")
        #expect(rows.filter { $0.id == 2 } == [Item(id: 2)])
        #expect(Mirror(reflecting: rows).children.count == 2)
    }

    @Test func `Elements are encoded as an array; decoding fails if two of them share an id`() throws {
        let rows: IdentifiedArrayOf<Item> = [Item(id: 3, title: "c"), Item(id: 1, title: "a")]
        let data = try JSONEncoder().encode(rows)
        #expect(try JSONDecoder().decode([Item].self, from: data) == rows.elements)
        #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data) == rows)
        let twice = try JSONEncoder().encode([Item(id: 3), Item(id: 3)])
        #expect { try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: twice) } throws: { error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.debugDescription.contains("the id 3")
        }
    }

    // MARK: In a feature

    struct List: Sendable, Equatable {
        var rows: IdentifiedArrayOf<Item>
    }
    @CasePathable enum Action: Sendable {
        case row(IdentifiedAction<Int, String>)
        case change(@Sendable (inout IdentifiedArrayOf<Item>) -> Void)
    }

    static func list(_ count: Int) -> some Interactor<List, Action> {
        Interact<List, Action>(initialValue: List(rows: IdentifiedArray((0..<count).map { Item(id: $0) }))) {
            state,
            action in
            if case .change(let change) = action { change(&state.rows) }
            return .state
        }
        .forEach(\.rows, action: \.row) {
            Interact<Item, String>.changing(Item(id: -1)) { item, text in item.title += text }
        }
    }

    @Test(arguments: Host.allCases) func `The rows of an identified array have children`(host: Host) async {
        func row(_ id: Int, _ text: String) -> Action { .row(.element(id: id, action: text)) }
        let states = await host.states(
            of: Self.list(20),
            [
                row(3, "a"), .change { $0.move(from: 3, to: 17) }, row(3, "b"), .change { $0[id: 3]?.title += "c" },
                row(3, "d"), .change { $0.remove(id: 4) }, row(19, "e"),
            ]
        )
        #expect(states.last?.rows[id: 3]?.title == "abcd")
        #expect(states.last?.rows[id: 19]?.title == "e")
        #expect(states.last?.rows.count == 19)
    }

    @Test func `A parent changes an element of an identified array without copying the others`() {
        struct Shelf: Sendable {
            var rows = IdentifiedArray((0..<50).map { Holder(id: $0) })
        }
        // Where the elements are after each change: elsewhere, if another owner has forced a copy.
        let places = Record<UInt>()
        let feature = Interact<Shelf, Action>(initialValue: Shelf()) { state, action in
            guard case .change = action else { return .state }
            state.rows[id: 7]?.count += 1
            places.append(state.rows.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) } ?? 0)
            return .state
        }
        .forEach(\.rows, action: \.row) {
            Interact<Holder, String>.changing(Holder(id: -1), emitting: .none) { row, _ in row.count += 1 }
        }
        let executor = ControlledExecutor()
        let runtime = Runtime(feature, executor: .on(executor))
        // The first change takes the elements out of the initial value, which the feature keeps.
        for _ in 0..<4 {
            runtime.send(.change { _ in })
            runtime.send(.row(.element(id: 8, action: "")))
        }
        executor.runUntilIdle()
        #expect(Set(places.elements).count == 1 && places.elements.count == 4)
        Task(executorPreference: executor) { await runtime.shutdown(.cancel) }
        executor.runUntilIdle()
        executor.runFreely()
    }

    @Test func `A test asserts a row by its id`() async {
        let harness = InteractorTestHarness(Self.list(3))
        await harness.send(.row(.element(id: 1, action: "x"))) { $0.rows[id: 1]?.title = "x" }
        await harness.finish()
    }

    @Test(arguments: [false, true])
    func `An array that was emptied finds what comes after, and nothing of what was there`(keepsCapacity: Bool) {
        var rows = IdentifiedArray((0..<100).map { Item(id: $0) })
        rows.removeAll(keepingCapacity: keepsCapacity)
        #expect(rows[id: 40] == nil)
        for id in 40..<60 {
            let isNew = rows.append(Item(id: id, title: "new"))
            #expect(isNew)
        }
        #expect(rows.map(\.id) == Array(40..<60))
        #expect((0..<100).filter { rows[id: $0] != nil } == Array(40..<60))
        #expect(rows[id: 41]?.title == "new")
    }
}
