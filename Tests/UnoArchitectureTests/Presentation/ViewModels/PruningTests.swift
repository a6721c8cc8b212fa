import TestSupport
import Testing
import UnoArchitecture

@testable import UnoPresentation

/// What a view model forgets of the parts that are no longer observed.
@MainActor
@Suite("Parts without observers")
struct PruningTests {
    struct Item: Sendable, Equatable, Identifiable {
        var id: Int
        var number = 0
    }

    struct Page: Sendable, Equatable { var items: [Item] }

    @CasePathable
    enum Action: Sendable {
        case count
        case items(IdentifiedAction<Int, Void>)
    }

    private let watch = Watch()

    /// The number of the step after which nothing is left of `count` rows, which were observed until the first step, and whose
    /// handles were released after the step `release`.
    private func forgotten(rows count: Int, releasedAfter release: Int) -> Int? {
        let feature = Update<Page, Action>(initialValue: Page(items: (0..<count).map { Item(id: $0) })) { page, _, _ in
            for place in page.items.indices { page.items[place].number += 1 }
        }
        let model = DirectViewModel(feature, instances: .many)
        var handles = Array(model.scope(rows: \.items, action: \.items))
        for row in handles { watch("row") { row.number } }
        return (1...1_000).first { step in
            model.sendViewEvent(.count)
            if step == release { handles = [] }
            return model.store.whole == nil
        }
    }

    @Test("are looked for after 64 steps, or after as many as there are parts")
    func looked() {
        #expect(forgotten(rows: 1, releasedAfter: 1) == 64)
        #expect(forgotten(rows: 300, releasedAfter: 1) == 64)
        #expect(forgotten(rows: 10, releasedAfter: 64) == 128)
        // The rows, and their place.
        #expect(forgotten(rows: 300, releasedAfter: 64) == 64 + 301)
    }

    final class Token: Sendable {}

    struct Sheet: Sendable { let token = Token() }

    struct Row: Sendable, Identifiable {
        let id: Int
        var sheet: Sheet?
    }

    struct Table: Sendable { var rows = [Row(id: 1)] }

    struct Desk: Sendable { var table = Table() }

    @CasePathable
    enum DeskAction: Sendable {
        case show
        case hide
        case step
        case rows(IdentifiedAction<Int, Void>)
    }

    @Test("are released, although the row, the part and the whole that they were in have handles")
    func insideOfHandles() {
        let feature = Interact<Desk, DeskAction>(initialValue: Desk()) { desk, action in
            switch action {
            case .show: desk.table.rows[0].sheet = Sheet()
            case .hide: desk.table.rows[0].sheet = nil
            case .step, .rows: break
            }
            return .state
        }
        let model = DirectViewModel(feature, instances: .many)
        let whole = model.scope()
        let table: ScopedViewModel<DeskAction, Table> = whole.scope(state: \.table)
        let row = table.scope(rows: \.rows, action: \.rows)[0]
        model.sendViewEvent(.show)
        weak var released: Token?
        released = model.table.rows.first?.sheet?.token
        #expect(released != nil)
        _ = row.scope(state: \.sheet) as ScopedViewModel<Void, Sheet>?
        model.sendViewEvent(.hide)
        for _ in 1...64 { model.sendViewEvent(.step) }
        #expect(released == nil)
        withExtendedLifetime((whole, table, row)) {}
    }
}
