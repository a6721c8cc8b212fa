import TestSupport
import Testing
import UnoArchitecture

/// A child whose handler emits nothing, and handlers of changes behind it.
private struct SilentChild: Interactor {
    struct DomainState: Sendable, Equatable {
        var number = 0
        var seen = 0
        var told: [Int] = []
    }

    let first: @Sendable () -> Emission<DomainState>
    let second: @Sendable () -> Emission<DomainState>

    var body: some Interactor<DomainState, Int> {
        Interact<DomainState, Int>(initialValue: DomainState()) { state, number in
            state.number = number
            return first()
        }
        .onChange(of: \.number) { state, _, number in
            state.seen = number
            return second()
        }
        .onChange(of: \.seen) { state, _, number in
            state.told.append(number)
            return .state
        }
    }
}

private struct SilentParent: Interactor {
    struct DomainState: Sendable, Equatable {
        var counted = SilentChild.DomainState()
        var heard = 0
    }

    @CasePathable
    enum Action: Sendable {
        case counted(Int)
        case changed(SilentChild.DomainState)
        case set(Int)
    }

    let child: SilentChild
    /// What the parent makes of a number that the child shows.
    var limit = Int.max

    var body: some Interactor<DomainState, Action> {
        Interact(initialValue: DomainState()) { state, action in
            switch action {
            case .counted: return .none
            case .changed(let counted):
                state.counted = counted
                state.counted.number = min(counted.number, limit)
                state.heard += 1
            case .set(let number): state.counted.number = number
            }
            return .state
        }
        .when(stateIs: \.counted, actionIs: \.counted, stateAction: \.changed) { child }
    }
}

/// LongRows below a `when`, whose handlers of changes emit nothing and lengthen what others watch.
private struct LongRows: Interactor {
    struct Row: Sendable, Equatable, Identifiable {
        let id: Int
        var number = 0
        var log: [String] = []
        var text: String { log.joined() + "\(number)" }
    }

    @CasePathable
    enum Action: Sendable { case rows(IdentifiedAction<Int, Int>) }

    var body: some Interactor<[Row], Action> {
        Interact<[Row], Action>(initialValue: [Row(id: 1), Row(id: 2)]) { _, _ in .state }
            .forEach(\.self, action: \.rows) {
                Interact<Row, Int> { row, number in
                    row.number = number
                    return .state
                }
                .onChange(of: \.number) { row, _, _ in
                    row.log.append("a longer text than fits into a word")
                    return .unshown
                }
                .onChange(of: \.text) { _, _, _ in .none }
            }
    }
}

private struct ListScreen: Interactor {
    @CasePathable
    enum Action: Sendable {
        case rows(LongRows.Action)
        case changed([LongRows.Row])
    }

    var body: some Interactor<[LongRows.Row], Action> {
        Interact<[LongRows.Row], Action>(initialValue: [LongRows.Row(id: 1), LongRows.Row(id: 2)]) { rows, action in
            if case .changed(let new) = action { rows = new }
            return .state
        }
        .when(stateIs: \.self, actionIs: \.rows, stateAction: \.changed) { LongRows() }
    }
}

@Suite("What a child of a `when` changes and does not emit", .timeLimit(.hang))
struct UnemittedInWhenTests {
    private typealias Kind = @Sendable () -> Emission<SilentChild.DomainState>
    private static let state: Kind = { .state }
    private static let unshown: Kind = { .unshown }

    @Test("is seen by the handlers of changes in the same step", arguments: Host.allCases)
    func seen(host: Host) {
        for (first, second) in [
            (Self.state, Self.state), (Self.unshown, Self.state), (Self.state, Self.unshown),
            (Self.unshown, Self.unshown),
        ] {
            let stage = Stage(SilentParent(child: SilentChild(first: first, second: second)), in: host)
            stage.send(.counted(5), .counted(6))
            #expect(stage.last.counted == SilentChild.DomainState(number: 6, seen: 6, told: [5, 6]))
        }
    }

    @Test(
        "does not hide what the parent makes of an emitted state, nor a later change of the parent",
        arguments: Host.allCases)
    func parents(host: Host) {
        let child = SilentChild(first: Self.state, second: Self.unshown)
        let stage = Stage(SilentParent(child: child, limit: 3), in: host)
        stage.send(.counted(5))
        #expect(stage.last.counted.number == 3)
        stage.send(.set(2))
        #expect(stage.last.counted.number == 2 && stage.last.counted.told.last == 2)
    }

    @Test("leaves the rows of the child in their places", arguments: Host.allCases)
    func rows(host: Host) {
        let stage = Stage(ListScreen(), in: host)
        for number in 1...50 {
            stage.send(.rows(.rows(.element(id: 1, action: number))), .rows(.rows(.element(id: 2, action: -number))))
        }
        #expect(stage.last.map(\.number) == [50, -50])
    }
}
