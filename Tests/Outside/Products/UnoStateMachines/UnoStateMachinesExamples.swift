import UnoArchitecture
import UnoStateMachines

@StateMachine
struct Door {
    enum State: Hashable {
        case open
        case closed
    }
    enum Input: Hashable {
        case push
        case pull
    }

    let initialValue = State.closed

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.closed, .pull): nextState(.open)
        case (.open, .push): nextState(.closed)
        default: undefined
        }
    }
}
