import UnoArchitecture
import UnoStateMachines

/// A search as phases: every state is a phase of its own, so that typing ends the effects of the previous text.
struct PhasedSearch: StateMachine {
    enum State: Hashable {
        case idle
        case typing(String)
        case searching(String)
        case found(String)
    }

    enum Input: Hashable {
        case type(String)
        case clear
    }

    enum IOEffect: Hashable {
        case pause
        case find(String)
    }

    enum IOResult: Hashable {
        case paused
        case found(String)
    }

    typealias Action = StateMachineEvent<Input, IOResult>
    let initialValue = State.idle
    let clock: any Clock<Duration>
    let find: @Sendable (String) async -> String

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch input {
        case .type(let text): transition(.typing(text), effect: .pause)
        case .clear: nextState(.idle)
        }
    }

    static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
        switch (state, result) {
        case (.typing(let text), .paused): transition(.searching(text), effect: .find(text))
        case (.searching(let text), .found(let match)) where match.hasPrefix(text): nextState(.found(match))
        default: undefined
        }
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream {
        switch effect {
        case .pause:
            .single { [clock] in
                try? await clock.sleep(for: .milliseconds(300))
                return .paused
            }
        case .find(let text): .single { [find] in .found(await find(text)) }
        }
    }

    static func effectScope(of state: State) -> State { state }
}
