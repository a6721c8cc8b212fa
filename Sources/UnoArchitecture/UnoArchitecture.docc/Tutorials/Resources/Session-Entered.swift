import UnoArchitecture
import UnoStateMachines

@StateMachine
@ComposableStateMachine
struct Session {
    @CasePathable
    enum State: Hashable {
        @NestedState case signedOut(SignIn.State)
        case signedIn(name: String)
    }

    enum Input: Hashable {
        case continueAsGuest
        case signOut
        @Forward(SignIn.Input.self) case signIn(SignIn.Input)
    }

    enum IOResult: Hashable {
        @Forward(SignIn.IOResult.self) case signIn(SignIn.IOResult)
    }

    let initialValue = State.signedOut(.editing)
    let signedOut: SignIn

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.signedOut, .continueAsGuest): nextState(.signedIn(name: "guest"))
        case (.signedIn, .signOut): nextState(.signedOut(.editing))
        case (.signedOut, .signIn): identity
        default: undefined
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch (state, result) {
        case (.signedOut, .signIn(.accepted(let name))): nextState(.signedIn(name: name))
        default: identity
        }
    }
}
