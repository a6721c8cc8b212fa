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

    @CasePathable enum Action: Sendable {
        case change(@Sendable (inout State) -> Void)
        case row(IdentifiedAction<Int, Int>)
    }

    private func parent(_ state: State) -> Interact<State, Action> {
        Interact(initialValue: state) { state, action in
            guard case .change(let change) = action else { return .none }
            change(&state)
            return .state
        }
    }

    private var row: Interact<Row, Int> {
        Interact { row, number in
            row.value = number
            return .state
        }
    }

    /// Only every second row has been looked at since they moved, so the last known positions of two rows are equal.
    @Test("Rows follow in the order of the collection, although it has moved them", arguments: Host.allCases)
    func order(host: Host) async {
        let followed = Record<Int>()
        let feature = parent(State(rows: (0..<24).map { Row(id: $0) }))
            .forEach(\.rows, action: \.row) {
                row
                    .onChange(of: \.value) { row, _, new in
                        if new == 2 { followed.append(row.id) }
                        return .none
                    }
            }
        let touch = stride(from: 3, to: 24, by: 2).map { Action.row(.element(id: $0, action: 1)) }
        let actions: [Action] =
            (0..<24).map { .row(.element(id: $0, action: 1)) } + [.change { $0.rows.removeFirst() }] + touch + [
                .change { state in
                    for index in state.rows.indices { state.rows[index].value = 2 }
                    state.rows.append(Row(id: 24))
                }
            ]
        _ = await host.states(of: feature, actions)
        #expect(followed.elements == Array(1..<24))
    }

    @Test("A row notices what its parent changes, although it has received no action", arguments: Host.allCases)
    func onChange(host: Host) async {
        let feature = parent(State())
            .forEach(\.rows, action: \.row) {
                row
                    .onChange(of: \.value) { row, _, new in
                        row.seen.append(new)
                        return .state
                    }
            }
        let states = await host.states(
            of: feature,
            [
                .change { $0.rows = [Row(id: 1), Row(id: 2)] }, .change { $0.rows[1].value = 5 },
                .change { $0.rows.append(Row(id: 3)) }, .change { $0.rows[2].value = 7 },
                .row(.element(id: 2, action: 6)),
            ]
        )
        #expect(states.last?.rows.map(\.seen) == [[], [5, 6], [7]])
    }

    @Test("Two handlers of a row that answer each other are called once each", arguments: Host.allCases)
    func answers(host: Host) async {
        let feature = parent(State(rows: [Row(id: 1), Row(id: 2)]))
            .forEach(\.rows, action: \.row) {
                row
                    .onChange(of: \.value) { row, _, _ in
                        row.seen.append(row.value)
                        return .state
                    }
                    .onChange(of: \.seen) { row, _, _ in
                        row.value += 1
                        return .state
                    }
            }
        let states = await host.states(
            of: feature, [.row(.element(id: 1, action: 5)), .change { $0.rows[1].value = 7 }])
        #expect(states.last?.rows.map(\.value) == [6, 8])
        #expect(states.last?.rows.map(\.seen) == [[5], [7]])
    }

    @Test("Two rows that one step addresses the other way round follow in the order of the collection") func twoRows() {
        let followed = Record<Int>()
        let feature = parent(State(rows: [Row(id: 1), Row(id: 2)]))
            .forEach(\.rows, action: \.row) {
                row
                    .onChange(of: \.value) { row, _, _ in
                        followed.append(row.id)
                        return .none
                    }
            }
            .wrap { step in
                step.proceed(with: .row(.element(id: 2, action: 5)))
                step.proceed(with: .row(.element(id: 1, action: 5)))
            }
        let stage = Stage(feature)
        stage.send(.change { _ in })
        #expect(followed.elements == [1, 2])
    }

    /// An entry for each time that an id or a value is read.
    struct Looks: Sendable {
        let ids = Record<Void>()
        let values = Record<Void>()
    }

    struct WatchedRow: Sendable, Identifiable {
        let number: Int
        let looks: Looks
        var content = 0

        var id: Int {
            looks.ids.append()
            return number
        }
        var value: Int {
            looks.values.append()
            return content
        }
        /// Another one at each look.
        var restless: Int {
            looks.values.append()
            return looks.values.count
        }
    }

    @CasePathable enum WatchedAction: Sendable {
        case row(IdentifiedAction<Int, Int>)
        case removeLast
    }

    @Test(
        "An action looks at its row, a removal once at each other one, however many came before",
        arguments: Host.allCases)
    func looks(host: Host) {
        let looks = Looks()
        let rows = (0..<200).map { WatchedRow(number: $0, looks: looks) }
        let feature = Interact<[WatchedRow], WatchedAction>.changing(rows, for: \.removeLast) { rows, _ in
            rows.removeLast()
        }
        .forEach(\.self, action: \.row) {
            Interact<WatchedRow, Int>.changing { row, content in row.content = content }
                .onChange(of: \.value) { _, _, _ in .none }
        }
        let stage = Stage(feature, in: host)
        func cost(of action: WatchedAction) -> [Int] {
            let (ids, values) = (looks.ids.count, looks.values.count)
            stage.send(action)
            return [looks.ids.count - ids, looks.values.count - values]
        }
        // Every row has a child that may have to follow.
        for row in rows { stage.send(.row(.element(id: row.number, action: 0))) }
        _ = cost(of: .row(.element(id: 7, action: 1)))
        let costs = (2...5).map { cost(of: .row(.element(id: 7, action: $0))) }
        #expect(Set(costs).count == 1 && costs[0][0] < 100 && costs[0][1] < 50, "\(costs)")
        #expect(cost(of: .removeLast)[1] < 300)
    }

    @Test(
        "A row whose value is another one at each look is followed some hundred times in a step",
        arguments: Host.allCases)
    func restless(host: Host) {
        let calls = Record<Void>()
        let feature = Interact<[WatchedRow], WatchedAction>(
            initialValue: [WatchedRow(number: 0, looks: Looks())]
        ) { _, _ in .none }
        .forEach(\.self, action: \.row) {
            Interact<WatchedRow, Int>.changing { row, content in row.content = content }
                .onChange(of: \.restless) { _, _, _ in
                    calls.append()
                    return .none
                }
        }
        let stage = Stage(feature, in: host)
        stage.send(.row(.element(id: 0, action: 1)))
        #expect((100...200).contains(calls.count))
        #expect(stage.last.first?.content == 1)
    }
}
