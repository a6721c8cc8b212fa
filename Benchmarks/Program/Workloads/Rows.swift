import BenchmarkKit
import UnoArchitecture
import UnoLifting

extension Workloads {
    /// The floor is the change of a row as a graph has to make it: the action through a case path, the position by its id,
    /// the row checked to be the one there, changed in place through a key path, and a version that says so. Left out: the
    /// mailbox, the row's own node and its effects, rows that come and go, publication.
    static let rows = Workload(
        "rows",
        "an action to one row of many, each with a child; direct is the row's change by hand, found by its id",
        axis: "rows",
        baseline: "direct",
        points: [10, 1_000, 100_000].map { count in
            let action = RowsAction.row(.element(id: count / 2, action: .tick))
            return Workload.Point(
                count,
                [
                    DirectSubject.loop(DirectRows(count), action),
                    DirectSubject.loop(RowsFloor(count), action).named("floor"),
                    BareStreamSubject.stage(DirectRows(count), action),
                    RuntimeSubject.burst(
                        Rows(count: count),
                        action,
                        after: .row(.element(id: 0, action: .tick))
                    ) { $0.count },
                ]
            )
        }
    )

    static let lifted = Workload(
        "lifted",
        "a reducer called directly, and lifted with a case path and a key path",
        baseline: "direct",
        subjects: [
            Subject("direct") { count, _ in
                let reducer = counting
                var state = CountState()
                for _ in 0..<count {
                    reducer.reduce(.tick, &state)
                    touch(&state)
                }
                return state.count
            },
            Subject("lifted") { count, _ in
                let reducer = counting.lift(action: \Case<LiftedAction>.part, state: \LiftedState.part)
                var state = LiftedState()
                for _ in 0..<count {
                    reducer.reduce(.part(.tick), &state)
                    touch(&state)
                }
                return state.part.count
            },
            RuntimeSubject.burst(
                counting.lift(action: \Case<LiftedAction>.part, state: \LiftedState.part)
                    .starting(with: LiftedState()),
                .part(.tick)
            ) { $0.part.count },
        ]
    )

    private static var counting: UnoLifting.Reducer<Tick, CountState> {
        UnoLifting.Reducer { _, state in state.count += 1 }
    }
}

private struct RowState: Sendable, Identifiable {
    let id: Int
    var count = 0
}

private struct RowsState: CountedState {
    var rows: [RowState]

    init(_ count: Int) {
        rows = (0..<count).map { RowState(id: $0) }
    }

    var count: Int {
        get { rows[rows.count / 2].count }
        set { rows[rows.count / 2].count = newValue }
    }
}

private enum RowsAction: Sendable, CasePathable {
    case row(IdentifiedAction<Int, Tick>)

    struct AllCasePaths: Sendable {
        let row = AnyCasePath<RowsAction, IdentifiedAction<Int, Tick>>(
            embed: { .row($0) },
            extract: { if case .row(let action) = $0 { action } else { nil } }
        )
    }
    static let allCasePaths = AllCasePaths()
}

private struct DirectRows: DirectFeature {
    private(set) var state: RowsState
    private let positions: [Int: Int]

    init(_ count: Int) {
        state = RowsState(count)
        positions = Dictionary(uniqueKeysWithValues: state.rows.enumerated().map { ($1.id, $0) })
    }

    mutating func handle(_ action: RowsAction) {
        guard case .row(let action) = action, let position = positions[action.id] else { return }
        state.rows[position].count += 1
    }
}

private struct RowsFloor: DirectFeature {
    private(set) var state: RowsState
    private let positions: [Int: Int]
    private let path = RowsAction.allCasePaths.row
    private let rows: any WritableKeyPath<RowsState, [RowState]> & Sendable = \.rows
    private var version = 0

    init(_ count: Int) {
        state = RowsState(count)
        positions = Dictionary(uniqueKeysWithValues: state.rows.enumerated().map { ($1.id, $0) })
    }

    mutating func handle(_ action: RowsAction) {
        guard let action = path.extract(from: action), let position = positions[action.id],
            state[keyPath: rows][position].id == action.id
        else { return }
        state[keyPath: rows][position].count += 1
        version += 1
    }
}

private struct Rows: Interactor {
    let count: Int

    var body: some Interactor<RowsState, RowsAction> {
        Interact(initialValue: RowsState(count)) { _, _ in .none }
            .forEach(\.rows, action: \.row) {
                Interact(initialValue: RowState(id: -1)) { (row: inout RowState, _: Tick) in
                    row.count += 1
                    return .state
                }
            }
    }
}

private struct LiftedState: Sendable {
    var other = 0
    var part = CountState()
}

private enum LiftedAction: Sendable, CasePathable {
    case part(Tick)
    case other

    struct AllCasePaths: Sendable {
        let part = AnyCasePath<LiftedAction, Tick>(
            embed: { .part($0) },
            extract: { if case .part(let action) = $0 { action } else { nil } }
        )
    }
    static let allCasePaths = AllCasePaths()
}
