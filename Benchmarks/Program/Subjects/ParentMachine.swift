import UnoArchitecture
import UnoStateMachines

/// A machine that forwards its inputs to a nested one.
struct ParentMachine: StateMachine {
    struct State: Sendable { var child = CountState() }
    typealias Input = Tick
    typealias IOEffect = Never
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Input, IOResult>

    let initialValue = State()
    let child: CountingMachine

    var body: some Interactor<State, Action> {
        NestedStateMachine(
            state: \State.child,
            toChildAction: { (action: Action) in action },
            fromChildAction: { (_: CountingMachine.Action) -> Action? in nil },
            child: child
        )
        transitions
    }

    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
}
