import UnoArchitecture
import UnoStateMachines

@StateMachine
struct Session {
    @CasePathable
    enum State: Hashable {
        case signedOut(SignIn.State)
        case signedIn(name: String)
    }

    enum Input: Hashable {
        case continueAsGuest
        case signOut
    }

    let initialValue = State.signedOut(.editing)

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.signedOut, .continueAsGuest): nextState(.signedIn(name: "guest"))
        case (.signedIn, .signOut): nextState(.signedOut(.editing))
        default: undefined
        }
    }
}
