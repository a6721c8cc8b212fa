import UnoArchitecture
import UnoStateMachines

/// A parent with two children of one type, by macro.
@StateMachine
@ComposableStateMachine
struct Twins {
    struct State: Equatable {
        @NestedState var left = CounterFact.State()
        @NestedState var right = CounterFact.State()
    }

    enum Input: Equatable {
        @Forward(CounterFact.Input.increment, to: \State.left) case left
        @Forward(CounterFact.Input.increment, to: \State.right) case right
        @Forward(CounterFact.Input.ask, to: \State.right) case askRight
        @Forward(CounterFact.Input.set(to: 5), to: \State.left)
        @Forward(CounterFact.Input.set(to: 7), to: \State.right)
        case reset
    }

    enum IOResult: Equatable {
        @Forward(CounterFact.IOResult.self, to: \State.left) case left(CounterFact.IOResult)
        @Forward(CounterFact.IOResult.self, to: \State.right) case right(of: CounterFact.IOResult)
    }

    let left: CounterFact
    let right: CounterFact
    let initialValue = State()
    static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
    static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition { identity }
}
