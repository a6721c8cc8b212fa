import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines
import UnoTesting

/// A nested machine whose state gets another id is another machine.
@Suite(.timeLimit(.hang)) struct MachineIdentityTests {
    @Test(arguments: LoadingHolder.Place.allCases, Host.allCases)
    func `Another id ends the old machine's effects, and none of their results arrives`(
        place: LoadingHolder.Place, host: Host
    ) {
        let loading = Loading()
        let stage = Stage(LoadingHolder(place: place, loading: loading), in: host)
        stage.send(.input(.put(1)), .input(.load("a")), .input(.put(2)))
        #expect(loading.work.endings.elements == [.cancelled])
        stage.send(.input(.load("b")))
        stage.release(loading.work)
        #expect(stage.last == .init(id: 2, edition: 2, results: ["b"]))
        stage.finish()
        let hasEnded = stage.hasEnded
        #expect(hasEnded)
    }

    @Test(arguments: LoadingHolder.Place.allCases)
    func `The same id is the same machine, and a named id takes the place of the declared one`(
        place: LoadingHolder.Place
    ) {
        let loading = Loading()
        let stage = Stage(LoadingHolder(place: place, loading: loading))
        stage.send(.input(.put(1)), .input(.load("a")), .input(.put(1)))
        #expect(loading.work.endings.elements == [])
        stage.send(.input(.renumber(7)))
        #expect(loading.work.endings.elements == (place.isNamed ? [] : [.cancelled]))
        stage.finish()
    }
}

/// Loads, in one phase.
struct Loading: StateMachine {
    struct State: Equatable, Identifiable { var id: Int, edition = 0, results: [String] = [] }
    enum Input { case load(String) }
    enum IOEffect: Equatable { case load(String) }
    typealias IOResult = String
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = State(id: 0)
    let work = HeldWork()

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .load(let name): run(.load(name))
        }
    }

    static func reduceIOResult(_ state: State, _ result: String) -> Transition {
        nextState(withVar(state) { $0.results.append(result) })
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .load(let name):
            .single { [work] in
                await work.run()
                return name
            }
        }
    }
}

/// Has the machine on its whole state, through one form of `NestedStateMachine` or another.
struct LoadingHolder: StateMachine {
    enum Place: CaseIterable, Sendable {
        case property, optional, namedProperty, namedOptional
        var isNamed: Bool { self == .namedProperty || self == .namedOptional }
    }

    struct State: Equatable {
        var id = 0
        var edition = 0
        var results: [String] = []

        var child: Loading.State {
            get { Loading.State(id: id, edition: edition, results: results) }
            set { (id, edition, results) = (newValue.id, newValue.edition, newValue.results) }
        }

        var optionalChild: Loading.State? {
            get { child }
            set { if let newValue { child = newValue } }
        }
    }

    enum Input {
        case put(Int)
        /// Changes the id and not the edition.
        case renumber(Int)
        case load(String)
    }

    typealias IOEffect = Never
    typealias IOResult = String
    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = State()
    let place: Place
    let loading: Loading

    @Sendable private func inward(_ action: Action) -> Loading.Action? {
        switch action {
        case .input(.load(let name)): .input(.load(name))
        case .ioResult(let result): .ioResult(result)
        default: nil
        }
    }

    @Sendable private func outward(_ action: Loading.Action) -> Action? {
        if case .ioResult(let result) = action { .ioResult(result) } else { nil }
    }

    var body: some Interactor<State, Action> {
        switch place {
        case .property:
            NestedStateMachine(state: \State.child, toChildAction: inward, fromChildAction: outward, child: loading)
        case .optional:
            NestedStateMachine(
                state: \State.optionalChild, toChildAction: inward, fromChildAction: outward, child: loading)
        case .namedProperty:
            NestedStateMachine(
                state: \State.child, id: \.edition, toChildAction: inward, fromChildAction: outward, child: loading)
        case .namedOptional:
            NestedStateMachine(
                state: \State.optionalChild, id: \.edition, toChildAction: inward, fromChildAction: outward,
                child: loading)
        }
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .put(let id): nextState(State(id: id, edition: id, results: state.id == id ? state.results : []))
        case .renumber(let id): nextState(withVar(state) { $0.id = id })
        case .load: identity
        }
    }

    static func reduceIOResult(_ state: State, _ result: String) -> Transition { identity }
}
