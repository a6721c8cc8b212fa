import Testing
import UnoArchitecture

/// The code of the article, under test.
enum ChoosingACompositionExamples {
    struct Counter: Interactor {
        var body: some Interactor<Int, CounterAction> {
            Interact(initialValue: 0) { count, action in
                switch action {
                case .increment: count += 1
                }
                return .state
            }
        }
    }

    @CasePathable
    enum CounterAction: Sendable {
        case increment
    }

    struct AppState: Sendable, Equatable {
        var count = 0
        var proposals = 0
    }

    @CasePathable @dynamicMemberLookup
    enum AppAction: Sendable {
        case counter(CounterAction)
        case counterState(Int)
    }

    struct WithWhen: Interactor {
        var body: some Interactor<AppState, AppAction> {
            Interact(initialValue: AppState()) { state, action in
                guard case .counterState(let proposed) = action else { return .none }
                state.proposals += 1
                if proposed <= 10 { state.count = proposed }
                return .state
            }
            .when(stateIs: \.count, actionIs: \.counter, stateAction: \.counterState) { Counter() }
        }
    }

    struct WithScope: Interactor {
        var initialValue: AppState { AppState() }

        var body: some Interactor<AppState, AppAction> {
            Scope(state: \.count, action: \.counter) { Counter() }
        }
    }

    static let counting = Reducer<CounterAction, Int> { action, count in
        switch action {
        case .increment: count += 1
        }
    }

    static let lifted =
        counting
        .lift(action: \AppAction.counter, state: \AppState.count)
        .starting(with: AppState())

    struct CounterMachine: StateMachine {
        enum Input: Sendable { case increment }

        var initialValue: Int { 0 }

        static func reduceInput(_ count: Int, _ input: Input) -> Transition {
            switch input {
            case .increment: nextState(count + 1)
            }
        }

        typealias State = Int
        typealias IOEffect = Never
        typealias IOResult = Never
        typealias Action = StateMachineEvent<Input, IOResult>
    }

    struct WithMachine: Interactor {
        var initialValue: AppState { AppState() }

        var body: some Interactor<AppState, AppAction> {
            NestedStateMachine(
                state: \.count,
                toChildAction: { (action: AppAction) in
                    if case .counter(.increment) = action { .input(.increment) } else { nil }
                },
                fromChildAction: { (_: CounterMachine.Action) in nil },
                child: CounterMachine()
            )
        }
    }
}

@Suite struct ChoosingACompositionTests {
    typealias Examples = ChoosingACompositionExamples

    static let features: [(name: String, feature: AnyInteractor<Examples.AppState, Examples.AppAction>)] = [
        ("when", Examples.WithWhen().eraseToAnyInteractor()),
        ("scope", Examples.WithScope().eraseToAnyInteractor()),
        ("lifted", Examples.lifted.eraseToAnyInteractor()),
        ("machine", Examples.WithMachine().eraseToAnyInteractor()),
    ]

    @Test(arguments: features.indices)
    func `Each way of composing counts`(index: Int) async {
        let (name, feature) = Self.features[index]
        let states = await Host.runtime.states(of: feature, [.counter(.increment), .counter(.increment)])
        #expect(states.map(\.count) == [0, 1, 2], "\(name)")
    }

    @Test func `With when the parent has the last word`() async {
        let states = await Host.runtime.states(
            of: Examples.WithWhen(),
            Array(repeating: .counter(.increment), count: 12)
        )
        #expect(states.last == .init(count: 10, proposals: 12))
    }
}
