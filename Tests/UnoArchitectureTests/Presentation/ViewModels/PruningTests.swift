import TestSupport
import Testing
import UnoArchitecture

@testable import UnoPresentation

/// What a view model forgets of the parts that are no longer observed.
@MainActor @Suite("Parts without observers") struct PruningTests {
    struct Item: Sendable, Equatable, Identifiable { var id: Int, number = 0 }
    struct Page: Sendable, Equatable { var items: [Item] }

    @CasePathable enum Action: Sendable {
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

    @Test func `are looked for after 64 steps, or after as many as there are parts`() {
        #expect(forgotten(rows: 1, releasedAfter: 1) == 64)
        #expect(forgotten(rows: 10, releasedAfter: 64) == 128)
        // The whole, the place of the rows, and the rows; what the first look leaves does not count the whole.
        #expect(forgotten(rows: 300, releasedAfter: 1) == 302)
        #expect(forgotten(rows: 300, releasedAfter: 302) == 302 + 301)
    }

    @Test func `are forgotten although no step changes what was observed of them`() {
        let feature = Update<Page, Action>(initialValue: Page(items: (0..<3).map { Item(id: $0) })) { page, _, _ in
            page.items[2].number += 1
        }
        let model = DirectViewModel(feature, instances: .many)
        watch("rows") { model.scope(rows: \.items, action: \.items).map(\.number) }
        for _ in 1...64 { model.sendViewEvent(.count) }
        #expect(watch.changes == ["rows"])
        #expect(model.store.whole == nil)
    }

    @Test("that are rows are looked for when there are 64 of them, then when there are twice as many as were left")
    func limit() {
        let page = Page(items: (0..<300).map { Item(id: $0) })
        let model = DirectViewModel(Update<Page, Action>(initialValue: page) { _, _, _ in }, instances: .many)
        let rows = model.scope(rows: \.items, action: \.items)
        for place in 0..<300 { #expect(rows[place].number == 0) }
        #expect(rows.slot.rows.count == 300 - 4 * 64)
        let handles = Array(rows)
        #expect(rows.slot.rows.count == handles.count && rows.slot.limit == 512)
    }

    struct Sheet: Sendable, Equatable { var number = 0 }
    struct Screen: Sendable, Equatable { var count = 0, sheet: Sheet? = Sheet() }

    @Test func `that have gone are kept for as long as their handles`() {
        let feature = Update<Screen, Bool>(initialValue: Screen()) { screen, isOpen, _ in
            screen.count += 1
            if !isOpen { screen.sheet = nil }
        }
        let model = DirectViewModel(feature, instances: .many)
        var sheet: ScopedViewModel<Bool, Sheet>? = model.scope(state: \.sheet)
        for step in 1...128 {
            if step == 65 {
                #expect(sheet?.isInViewState == false && model.store.whole != nil)
                sheet = nil
            }
            model.sendViewEvent(false)
        }
        #expect(model.store.whole == nil)
    }
}
