import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoPresentation
import UnoTesting

@MainActor @Suite("The rows of a view model", .timeLimit(.hang)) struct ScopedRowsTests {
    struct Item: Sendable, Equatable, Identifiable { var id: Int, title = "", isDone = false }
    struct Page: Sendable { var title = "", items: [Item] = [], lists: [[Item]] = [] }

    @CasePathable enum Action: Sendable {
        case change(@Sendable (inout Page) -> Void)
        case items(IdentifiedAction<Int, ItemAction>)
    }

    enum ItemAction: Sendable { case toggle }
    let reports = DiagnosticsRecorder()
    let watch = Watch()

    private func makeModel(_ count: Int) -> DirectViewModel<Action, Page> {
        reports {
            ViewModel(
                Interact(initialValue: Page(items: (0..<count).map { Item(id: $0, title: "\($0)") })) { state, action in
                    switch action {
                    case .change(let change): change(&state)
                    case .items(let row):
                        for index in state.items.indices where state.items[index].id == row.id {
                            state.items[index].isDone.toggle()
                        }
                    }
                    return .state
                }, instances: .many)
        }
    }

    @Test func `Each row shows its element and sends its actions`() {
        let model = makeModel(3)
        let rows = model.scope(rows: \.items, action: \.items)
        #expect(rows.count == 3)
        #expect(rows.map(\.title) == ["0", "1", "2"])
        rows[1].sendViewEvent(.toggle)
        #expect(model.items.map(\.isDone) == [false, true, false])
        #expect(rows[1].isDone)
        #expect(rows[id: 2] === rows[2])
        #expect(rows[id: 9] == nil)
        #expect(rows.ids == [0, 1, 2])
        let erased: AnyHashable = rows[2].id
        #expect(erased == AnyHashable(2))
    }

    @Test func `One of ten thousand rows changes, and only its observers are notified`() {
        let model = makeModel(10_000)
        let rows = model.scope(rows: \.items, action: \.items)
        watch("rows") { model.scope(rows: \.items, action: \.items) }
        for row in rows { watch(row.title) { row.isDone } }
        rows[7_000].sendViewEvent(.toggle)
        #expect(watch.changes == ["7000"])
        model.sendViewEvent(.change { $0.title = "x" })
        #expect(watch.changes == ["7000"])
        model.sendViewEvent(.change { $0.items[9_999].title = "other" })
        #expect(watch.changes == ["7000"])
    }

    /// What happens to the rows 0, 1, 2, 3, 4, and what is notified: the order, or a row's title.
    nonisolated static let moves: [(@Sendable (inout [Item]) -> Void, [String])] = [
        ({ $0.append(Item(id: 9)) }, ["order"]),
        ({ $0.insert(Item(id: 9), at: 0) }, ["order"]),
        ({ $0.insert(Item(id: 9), at: 2) }, ["order"]),
        ({ $0.remove(at: 0) }, ["order"]),
        ({ $0.remove(at: 2) }, ["order"]),
        ({ $0.removeLast() }, ["order"]),
        ({ $0.swapAt(1, 3) }, ["order"]),
        ({ $0.reverse() }, ["order"]),
        ({ $0.removeAll() }, ["order"]),
        ({ $0[2].title = "x" }, ["2"]),
        ({ items in for index in items.indices { items[index].title += "x" } }, ["0", "1", "2", "3", "4"]),
        ({ $0[2].id = 9 }, ["order"]),
        (
            {
                $0[0].title = "x"
                $0.remove(at: 2)
                $0[3].title = "x"
            }, ["0", "4", "order"]
        ),
        (
            {
                $0.swapAt(0, 4)
                $0[0].title = "x"
            }, ["4", "order"]
        ),
        ({ $0[1].isDone = true }, []),
        ({ _ in }, []),
    ]

    @Test(arguments: moves.indices) func `The order and the rows notify apart from each other`(index: Int) {
        let model = makeModel(5)
        let (move, expected) = Self.moves[index]
        watch("order") { model.scope(rows: \.items, action: \.items).count }
        let handles = Array(model.scope(rows: \.items, action: \.items))
        for handle in handles { watch("\(handle.title)") { handle.title } }
        model.sendViewEvent(.change { move(&$0.items) })
        #expect(watch.changes.sorted() == expected)
        // Each handle shows the row of its id, wherever that is now; one whose row has gone shows the last state.
        for (id, handle) in handles.enumerated() {
            let now = model.items.first { $0.id == id }
            #expect(handle.viewState == now ?? Item(id: id, title: "\(id)"))
            #expect(handle.isInViewState == (now != nil))
        }
        #expect(model.scope(rows: \.items, action: \.items).map(\.viewState) == model.items)
    }

    @Test func `The handle of a row that has gone is safe, and shows the row again when it comes back`() {
        let model = makeModel(3)
        let rows = model.scope(rows: \.items, action: \.items)
        let row = rows[1]
        model.sendViewEvent(.change { $0.items.remove(at: 1) })
        #expect(row.title == "1")
        #expect(row.sendViewEvent(.toggle).outcome == .rejected(.childEnded))
        #expect(reports.kinds == [.childMissing])
        // The old snapshot still has all three.
        #expect(rows.map(\.title) == ["0", "1", "2"])
        watch("row") { row.title }
        model.sendViewEvent(.change { $0.items.append(Item(id: 1, title: "again")) })
        #expect(row.title == "again")
        #expect(row.isInViewState)
        #expect(watch.changes == ["row"])
        #expect(rows[id: 1] === row)
    }

    @Test func `A snapshot gives safe handles of rows that have gone since`() {
        let model = makeModel(3)
        let rows = model.scope(rows: \.items, action: \.items)
        model.sendViewEvent(.change { $0.items = [] })
        #expect(rows[2].title == "2")
        #expect(!rows[2].isInViewState)
    }

    @Test func `Rows inside the rows, by a key path of an id`() {
        struct Group: Sendable, Equatable { var name: String, items: [Item] }
        struct Board: Sendable { var groups: [Group] }
        let model = ViewModel(
            Interact<Board, BoardAction>(
                initialValue: Board(groups: ["a", "b"].map { Group(name: $0, items: [Item(id: 1), Item(id: 2)]) })
            ) { state, action in
                switch action {
                case .groups(let group):
                    guard let place = state.groups.firstIndex(where: { $0.name == group.id }) else { return .none }
                    switch group.action {
                    case .items(let item): state.groups[place].items[item.id - 1].isDone.toggle()
                    }
                    return .state
                }
            }, instances: .many)
        for group in model.scope(rows: \.groups, id: \.name, action: \.groups) {
            watch(group.name) { group.scope(rows: \.items, action: \.items).count }
            for item in group.scope(rows: \.items, action: \.items) {
                watch("\(group.name)\(item.id as Int)") { item.isDone }
            }
        }
        let item = model.scope(rows: \.groups, id: \.name, action: \.groups)[1].scope(rows: \.items, action: \.items)[0]
        item.sendViewEvent(.toggle)
        #expect(watch.changes == ["b1"])
        #expect(item.isDone)
    }

    @CasePathable enum BoardAction: Sendable { case groups(IdentifiedAction<String, GroupAction>) }
    @CasePathable enum GroupAction: Sendable { case items(IdentifiedAction<Int, ItemAction>) }

    @Test func `Rows with equal ids are reported, and the first counts`() {
        let model = makeModel(2)
        model.sendViewEvent(.change { $0.items.append(Item(id: 1, title: "second")) })
        let rows = model.scope(rows: \.items, action: \.items)
        #expect(rows[id: 1]?.title == "1")
        #expect(rows[2].title == "1")
        #expect(rows[id: 9] == nil)
        #expect(reports.kinds == [.duplicateID])
        model.sendViewEvent(.change { $0.items.removeLast() })
        let first = model.scope(rows: \.items, action: \.items)[1]
        #expect(first.isInViewState && first.title == "1")
        #expect(model.scope(rows: \.items, action: \.items)[id: 1]?.title == "1")
    }

    @Test func `A row whose id another one had, too, is found by its id when the other one has gone`() {
        let model = makeModel(2)
        model.sendViewEvent(.change { $0.items.append(Item(id: 1, title: "second")) })
        let row = model.scope(rows: \.items, action: \.items)[id: 1]
        model.sendViewEvent(.change { $0.items.removeLast() })
        #expect(model.scope(rows: \.items, action: \.items)[id: 1] === row)
        #expect(row?.isInViewState == true && row?.title == "1")
    }

    @Test func `The last state of a row whose id another one has, too, is that of the first`() {
        let model = makeModel(2)
        model.sendViewEvent(.change { $0.items.append(Item(id: 1, title: "second")) })
        let row = model.scope(rows: \.items, action: \.items)[1]
        model.sendViewEvent(.change { $0.items = [] })
        #expect(!row.isInViewState && row.title == "1")
    }

    @Test func `Handles of rows that are neither observed nor kept are forgotten`() {
        let model = makeModel(1_000)
        for row in model.scope(rows: \.items, action: \.items) { watch("row") { row.title } }
        #expect(model.observedFieldCount == 1_000)
        model.sendViewEvent(.change { $0.items = [] })
        #expect(model.observedFieldCount == 1_000)
        model.sendViewEvent(.change { $0.items = [Item(id: 3, title: "other")] })
        #expect(watch.changes == ["row"])
        #expect(model.observedFieldCount == 999)
    }

    @Test func `A collection without contiguous storage`() {
        struct Lazy: Sendable { var items: Deck }
        let model = ViewModel(
            Interact<Lazy, ScatteredAction>(initialValue: Lazy(items: Deck(items: [Item(id: 1), Item(id: 2)]))) {
                state,
                action in
                switch action {
                case .items(let row):
                    for place in state.items.items.indices where state.items.items[place].id == row.id {
                        state.items.items[place].isDone = true
                    }
                }
                return .state
            }, instances: .many)
        let rows = model.scope(rows: \.items, action: \.items)
        for row in rows { watch("\(row.id as Int)") { row.isDone } }
        rows[1].sendViewEvent(.toggle)
        #expect(watch.changes == ["2"])
        #expect(rows[1].isDone)
    }

    @Test func `The rows of an identified array, with a child each`() {
        struct Shelf: Sendable { var items: IdentifiedArrayOf<Item> }
        let model = ViewModel(
            Interact<Shelf, ScatteredAction>(initialValue: Shelf(items: [Item(id: 1), Item(id: 2)])) { _, _ in .none }
                .forEach(\.items, action: \.items) {
                    Interact<Item, ItemAction>.showing(Item(id: 0)) { item, _ in item.isDone.toggle() }
                },
            instances: .many)
        let rows = model.scope(rows: \.items, action: \.items)
        for row in rows { watch("\(row.id as Int)") { row.isDone } }
        rows[id: 2]?.sendViewEvent(.toggle)
        #expect(watch.changes == ["2"])
        #expect(rows[1].isDone)
    }

    struct Deck: RandomAccessCollection, Sendable {
        var items: [Item]
        var startIndex: Int { 10 }
        var endIndex: Int { 10 + items.count }
        subscript(position: Int) -> Item { items[position - 10] }
    }

    @CasePathable enum ScatteredAction: Sendable { case items(IdentifiedAction<Int, ItemAction>) }
}
