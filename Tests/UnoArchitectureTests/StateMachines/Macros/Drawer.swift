import UnoArchitecture
import UnoStateMachines

/// A parent whose child is in a case of its state, by macro.
@StateMachine
@ComposableStateMachine
struct Drawer {
    @CasePathable
    enum State: Equatable {
        case closed
        @NestedState case open(Presets.State)
    }

    enum Input: Equatable {
        case toggle
        @Forward(Presets.Input.self) case presets(Presets.Input)
    }

    enum IOResult: Equatable {
        @Forward(Presets.IOResult.self) case presets(Presets.IOResult)
    }

    let open: Presets
    let initialValue = State.closed

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.closed, .toggle): nextState(.open(.empty))
        case (.open, .toggle): nextState(.closed)
        case (_, .presets): identity
        }
    }

    static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition { identity }
}
