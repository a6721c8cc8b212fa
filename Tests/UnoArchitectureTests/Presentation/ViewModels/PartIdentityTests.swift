import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

@MainActor @Suite("Parts that share a place in a view state", .timeLimit(.hang)) struct PartIdentityTests {
    struct Item: Sendable, Equatable, Identifiable { var id = 1, title = "" }
    @CasePathable enum Place: Sendable, Equatable { case item(Item) }

    struct Screen: Sendable {
        var title = ""
        var other = Item()
        var sheet: Item?
        var place: Place?
        var items: [Item] = []
        var path: StackState<Item> = []
        var log: [String] = []
    }

    enum ItemAction: Sendable, Equatable { case tap }
    @CasePathable enum PlaceAction: Sendable { case item(ItemAction) }

    @CasePathable enum Action: Sendable {
        case change(@Sendable (inout Screen) -> Void)
        case sheet(PresentationAction<ItemAction>)
        case first(PresentationAction<PlaceAction>)
        case second(PresentationAction<PlaceAction>)
        case items(IdentifiedAction<Int, ItemAction>)
        case path(StackAction<Item, ItemAction>)
    }

    let model = DirectViewModel<Action, Screen>(
        Interact<Screen, Action>.showing(Screen()) { state, action in
            switch action {
            case .change(let change): change(&state)
            case .sheet(.presented): state.log.append("sheet")
            case .sheet(.dismiss): state.log.append("dismiss")
            case .first: state.log.append("first")
            case .second: state.log.append("second")
            case .items(let row): state.log.append("row \(row.id)")
            case .path(.element(let id, _)): state.log.append("element \(id)")
            case .path: state.log.append("path")
            }
        }, instances: .many)
    let watch = Watch()
    private func change(_ change: @escaping @Sendable (inout Screen) -> Void) { model.sendViewEvent(.change(change)) }

    // MARK: Handles of other types

    @Test func `A presented child, and the same place with the actions of its presentation`() throws {
        let binding = model.binding(presenting: \.sheet, action: \.sheet)
        change { $0.sheet = Item(title: "x") }
        let child = try #require(binding.value)
        let sheet: ScopedViewModel<PresentationAction<ItemAction>, Item> = try #require(
            model.scope(state: \.sheet, action: \.sheet))
        child.sendViewEvent(.tap)
        sheet.sendViewEvent(.dismiss)
        #expect(model.log == ["sheet", "dismiss"])
        #expect((child.title, sheet.title) == ("x", "x"))
    }

    @Test func `A collection as one part, and its rows`() {
        change { $0.items = [Item(id: 1, title: "a"), Item(id: 2, title: "b")] }
        let items: ScopedViewModel<IdentifiedAction<Int, ItemAction>, [Item]> = model.scope(
            state: \.items, action: \.items)
        let rows = model.scope(rows: \.items, action: \.items)
        #expect(items.viewState.map(\.title) == rows.map(\.title))
        items.sendViewEvent(.init(id: 2, action: .tap))
        rows[0].sendViewEvent(.tap)
        #expect(model.log == ["row 2", "row 1"])
    }

    @Test func `A stack as one part, and its elements`() throws {
        change { $0.path = [Item(title: "a")] }
        let stack: ScopedViewModel<StackAction<Item, ItemAction>, StackState<Item>> = model.scope(
            state: \.path, action: \.path)
        let id = StackElementID(0)
        let element = try #require(model.scope(stack: \.path, id: id, action: \.path))
        #expect(stack.viewState.ids == [id])
        element.sendViewEvent(.tap)
        stack.sendViewEvent(.popFrom(id))
        #expect(model.log == ["element #0", "path"])
    }

    @Test func `An optional as a part that is always there, then its value`() throws {
        do {
            let whole: ScopedViewModel<PresentationAction<ItemAction>, Item?> = model.scope(
                state: \.sheet, action: \.sheet)
            #expect(whole.viewState == nil)
        }
        let absent: ScopedViewModel<PresentationAction<ItemAction>, Item>? = model.scope(
            state: \.sheet, action: \.sheet)
        try #require(absent == nil)
        change { $0.sheet = Item(title: "x") }
        let present: ScopedViewModel<PresentationAction<ItemAction>, Item>? = model.scope(
            state: \.sheet, action: \.sheet)
        #expect(present?.title == "x")
    }

    @Test func `One case, presented by two actions`() throws {
        change { $0.place = .item(Item()) }
        let first = model.binding(presenting: \.place, case: \.item, action: \.first, case: \.item)
        let second = model.binding(presenting: \.place, case: \.item, action: \.second, case: \.item)
        let handles = (try #require(first.value), try #require(second.value))
        handles.0.sendViewEvent(.tap)
        handles.1.sendViewEvent(.tap)
        #expect(model.log == ["first", "second"])
    }

    // MARK: Rows that outlive their observers

    @Test("Rows that are kept stay connected, however many steps pass", arguments: [false, true])
    func keptRows(withOtherHandle: Bool) {
        change { $0.items = [Item(id: 1, title: "a"), Item(id: 2, title: "b")] }
        let other = withOtherHandle ? model.scope(state: \.other) : nil
        let rows = model.scope(rows: \.items, action: \.items)
        for number in 1...200 { change { $0.title = "\(number)" } }
        #expect(rows.map(\.title) == ["a", "b"])
        let row = rows[1]
        #expect(model.scope(rows: \.items, action: \.items)[1] === row)
        watch("row") { row.title }
        change { $0.items[1].title = "c" }
        #expect(watch.changes == ["row"])
        #expect(row.title == "c")
        withExtendedLifetime(other) {}
    }

    @Test func `Rows inside a row that are kept stay connected`() throws {
        change { $0.sheet = Item(title: "x") }
        let letters: ScopedRows<ItemAction, [Item], Int>
        do {
            let whole = model.scope(state: \.self)
            change { $0.items = [Item(id: 1, title: "a")] }
            letters = whole.scope(rows: \.items, action: \.items)
        }
        for number in 1...200 { change { $0.title = "\(number)" } }
        #expect(letters[0].title == "a")
        letters[0].sendViewEvent(.tap)
        #expect(model.log == ["row 1"])
    }

    @Test func `Rows that are no longer kept are forgotten`() {
        change { $0.items = [Item(id: 1, title: "a")] }
        do {
            let rows = model.scope(rows: \.items, action: \.items)
            watch("row") { rows[0].title }
            #expect(model.observedFieldCount == 1)
        }
        change { $0.items[0].title = "b" }
        #expect(watch.changes == ["row"])
        #expect(model.observedFieldCount == 0)
    }

    @Test func `The handle of a removed row and all that it retained are released`() {
        final class Token: Sendable {}
        struct Row: Sendable, Identifiable { var id = 1, token: Token }
        struct Table: Sendable { var rows: [Row] = [] }
        let model = DirectViewModel<TableAction, Table>(
            Interact<Table, TableAction>.showing(Table()) { state, action in
                switch action {
                case .put: state.rows = [Row(token: Token())]
                case .clear: state.rows = []
                case .step, .rows: break
                }
            }, instances: .many)
        model.sendViewEvent(.put)
        weak var released: Token?
        released = model.rows.first?.token
        #expect(released != nil)
        model.scope(rows: \.rows, action: \.rows)[0].sendViewEvent(.tap)
        model.sendViewEvent(.clear)
        for _ in 1...200 { model.sendViewEvent(.step) }
        #expect(released == nil)
    }

    @CasePathable enum TableAction: Sendable {
        case put, clear, step
        case rows(IdentifiedAction<Int, ItemAction>)
    }

    // MARK: Rows that are looked up in the middle of a step

    @Test func `A look-up in the middle of the step that replaces the rows`() throws {
        change { $0.items = (0..<5).map { Item(id: $0, title: "\($0)") } }
        let other = model.scope(state: \.other)
        let found = Record<Bool>()
        beforeNextChange(of: model.title) { [model] in
            found.append(model.scope(rows: \.items, action: \.items)[id: 99] != nil)
        }
        change {
            $0.title = "x"
            $0.items = [8, 7, 4].map { Item(id: $0, title: "\($0)") }
        }
        #expect(found.elements == [false])
        let rows = model.scope(rows: \.items, action: \.items)
        try #require(rows[id: 3] == nil)
        #expect(rows[id: 7]?.title == "7")
        #expect(rows[id: 4]?.title == "4")
        withExtendedLifetime(other) {}
    }
}
