import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Rows whose parts act without an action of their own.
@Suite("Rows that follow a value", .timeLimit(.hang))
struct FollowingRowsTests {
    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var value = 0
        var seen: [Int] = []
    }

    struct State: Sendable, Equatable {
        var rows: [Row] = []
    }

    @CasePathable
    enum Action: Sendable {
        case change(@Sendable (inout State) -> Void)
        case row(IdentifiedAction<Int, Int>)
    }

    @Test("A row notices what its parent changes, although it has received no action", arguments: Host.allCases)
    func onChange(host: Host) async {
        let feature = Interact<State, Action>(initialValue: State()) { state, action in
            guard case .change(let change) = action else { return .none }
            change(&state)
            return .state
        }
        .forEach(\.rows, action: \.row) {
            Interact<Row, Int> { row, number in
                row.value = number
                return .state
            }
            .onChange(of: \.value) { row, _, new in
                row.seen.append(new)
                return .state
            }
        }
        let states = await host.states(
            of: feature,
            [
                .change { $0.rows = [Row(id: 1), Row(id: 2)] },
                .change { $0.rows[1].value = 5 },
                .change { $0.rows.append(Row(id: 3)) },
                .change { $0.rows[2].value = 7 },
                .row(.element(id: 2, action: 6)),
            ]
        )
        #expect(states.last?.rows.map(\.seen) == [[], [5, 6], [7]])
    }
}
