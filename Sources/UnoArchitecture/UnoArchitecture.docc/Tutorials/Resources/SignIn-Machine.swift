import UnoStateMachines

@StateMachine
struct SignIn {
    enum State: Hashable {
        case editing
        case checking
        case rejected(reason: String)
        case accepted(name: String)
    }

    enum Input: Hashable {
        case submit(code: String)
        case cancel
    }

    let initialValue = State.editing

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.editing, .submit), (.rejected, .submit): nextState(.checking)
        case (.checking, .cancel): nextState(.editing)
        default: undefined
        }
    }
}
