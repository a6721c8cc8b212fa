import TestSupport
import Testing
import UnoArchitecture

/// Rows below a `when`, whose handlers of changes emit nothing and lengthen what others watch.
private struct LongRows: Interactor {
    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var number = 0
        var log: [String] = []
        var text: String { log.joined() + "\(number)" }
    }

    @CasePathable enum Action: Sendable { case rows(IdentifiedAction<Int, Int>) }

    var body: some Interactor<[Row], Action> {
        Interact<[Row], Action>(initialValue: [Row(id: 1), Row(id: 2)]) { _, _ in .state }
            .forEach(\.self, action: \.rows) {
                Interact<Row, Int>.changing { row, number in row.number = number }
                    .onChange(of: \.number) { row, _, _ in
                        row.log.append("a longer text than fits into a word")
                        return .unshown
                    }
                    .onChange(of: \.text) { _, _, _ in .none }
            }
    }
}

private struct ListScreen: Interactor {
    @CasePathable enum Action: Sendable {
        case rows(LongRows.Action)
        case changed([LongRows.Row])
    }

    var body: some Interactor<[LongRows.Row], Action> {
        Interact<[LongRows.Row], Action>.changing([LongRows.Row(id: 1), LongRows.Row(id: 2)]) { rows, action in
            if case .changed(let new) = action { rows = new }
        }
        .when(stateIs: \.self, actionIs: \.rows, stateAction: \.changed) { LongRows() }
    }
}

@Suite("Rows in a child of a `when`", .timeLimit(.hang))
struct RowsInWhenTests {
    @Test("stay in their places although their handlers of changes emit nothing", arguments: Host.allCases)
    func rows(host: Host) {
        let stage = Stage(ListScreen(), in: host)
        for number in 1...50 {
            stage.send(.rows(.rows(.element(id: 1, action: number))), .rows(.rows(.element(id: 2, action: -number))))
        }
        #expect(stage.last.map(\.number) == [50, -50])
    }
}
