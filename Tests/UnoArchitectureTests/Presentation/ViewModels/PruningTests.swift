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
        #expect(forgotten(rows: 10, releasedAfter: 64) == 128)
        // The whole, the place of the rows, and the rows; what the first look leaves does not count the whole.
        #expect(forgotten(rows: 300, releasedAfter: 1) == 302)
        #expect(forgotten(rows: 300, releasedAfter: 302) == 302 + 301)
    }
}
