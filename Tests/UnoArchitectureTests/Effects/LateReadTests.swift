import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What an effect that goes on reads when the state that it belongs to is gone.
@Suite("Late reads", .timeLimit(.hang))
struct LateReadTests {
    struct Page: Sendable, Equatable {
        var count: Int?
        var sum = 0
    }

    @CasePathable enum Action: Sendable {
        case show(Int?)
        case child(Child)

        @CasePathable enum Child: Sendable { case work, add }
    }

    private static func page(
        _ work: DeafWork, _ reads: Record<Int>, startingWith initialValue: Int? = nil
    ) -> some Interactor<Page, Action> {
        @Sendable func handle(_ count: inout Int, _ action: Action.Child) -> Emission<Int> {
            switch action {
            case .add:
                count += 1
                return .state
            case .work:
                return .perform { current, _ in
                    await work.run()
                    reads.append(await current.current)
                }
            }
        }
        let child =
            initialValue.map { Interact<Int, Action.Child>(initialValue: $0) { handle(&$0, $1) } }
            ?? Interact<Int, Action.Child> { handle(&$0, $1) }
        return Interact<Page, Action>.changing(Page(), for: \.show) { page, count in page.count = count }
            .ifLet(\.count, action: \.child) { child }
    }

    @Test("A cancelled effect reads the state with which its part started, each time anew", arguments: [nil, 100])
    func removed(initialValue: Int?) {
        let (work, reads) = (DeafWork(), Record<Int>())
        let stage = Stage(Self.page(work, reads, startingWith: initialValue))
        for first in [5, 7] {
            stage.send(.show(first), .child(.add), .child(.work), .show(nil))
            stage.settle(work.release())
        }
        #expect(reads.elements == (initialValue.map { [$0, $0] } ?? [5, 7]))
    }

    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var count: Int
    }

    @CasePathable enum RowsAction: Sendable {
        case rows([Row])
        case row(IdentifiedAction<Int, Action.Child>)
    }

    @Test("A cancelled effect of a row reads the element with which the row began") func removedRow() {
        let (work, reads) = (DeafWork(), Record<Int>())
        let rows = Interact<[Row], RowsAction>.changing([], for: \.rows) { rows, new in rows = new }
            .forEach(\.self, action: \.row) {
                Interact<Row, Action.Child> { row, action in
                    guard case .work = action else {
                        row.count += 1
                        return .state
                    }
                    return .perform { current, _ in
                        await work.run()
                        reads.append(await current.current.count)
                    }
                }
            }
        let stage = Stage(rows)
        for first in [5, 7] {
            stage.send(.rows([Row(id: 1, count: first), Row(id: 2, count: 0)]))
            stage.send(.row(.element(id: 1, action: .add)), .row(.element(id: 1, action: .work)), .rows([]))
            stage.settle(work.release())
        }
        #expect(reads.elements == [5, 7])
    }
}
