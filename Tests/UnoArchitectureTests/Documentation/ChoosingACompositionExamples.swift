import UnoArchitecture
import UnoLifting
import UnoStateMachines

/// The code of the article "Choosing how to compose"; `ArticleTests` holds the two together.
enum ChoosingACompositionExamples {
    struct Counter: Interactor {
        var body: some Interactor<Int, CounterAction> {
            Update(initialValue: 0) { count, action, _ in
                switch action {
                case .increment: count += 1
                }
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
