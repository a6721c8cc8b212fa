import TestSupport
import Testing
import UnoArchitecture
import UnoStateMachines

/// State machines written without macros, with as few aliases as the compiler needs.
@Suite(.timeLimit(.hang)) struct PlainMachineTests {
    /// No alias but for its results, which it has none of.
    struct Switch: StateMachine {
        enum State: Sendable, Equatable { case off, on }
        enum Input: Sendable { case toggle }
        typealias IOResult = Never
        let initialValue = State.off
        static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(state == .on ? .off : .on) }
    }

    /// A `body` of several parts, with the machine's own types.
    struct Twice: StateMachine {
        enum State: Sendable, Equatable { case count(Int) }
        enum Input: Sendable { case add(Int) }
        enum IOEffect: Sendable { case double(Int) }
        enum IOResult: Sendable { case doubled(Int) }
        let initialValue = State.count(0)
        var body: some InteractorOf<Self> {
            Interact<State, Action>(initialValue: .count(0)) { state, action in
                guard case (.count(let count), .input) = (state, action) else { return .none }
                state = .count(count + 100)
                return .unshown
            }
            transitions
        }

        static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch input {
            case .add(let number): run(.double(number))
            }
        }

        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
            switch (state, result) {
            case (.count(let count), .doubled(let number)): nextState(.count(count + number))
            }
        }

        func runIOEffect(_ effect: IOEffect) -> IOResultStream {
            switch effect {
            case .double(let number):
                IOResultStream { continuation in
                    continuation.yield(.doubled(number * 2))
                    continuation.finish()
                }
            }
        }
    }

    /// Actions of its own, and no results: `ioResult(_:)` is not written.
    struct Mixed: StateMachine {
        enum State: Sendable, Equatable { case off, on, reset }
        enum Input: Sendable { case toggle }
        enum Action: Sendable, StateMachineEventConvertible {
            case input(Input)
            case reset
            static func map(_ action: Action) -> StateMachineEvent<Input, Never>? {
                switch action {
                case .input(let input): .input(input)
                case .reset: nil
                }
            }
        }

        let initialValue = State.off
        var body: some InteractorOf<Self> {
            transitions
            Interact(initialValue: State.off) { state, action in
                guard case .reset = action else { return .none }
                state = .reset
                return .state
            }
        }

        static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(.on) }
    }

    @Test func `A machine without effects is its state, its inputs and a function`() async {
        #expect(await Host.runtime.states(of: Switch(), [.input(.toggle), .input(.toggle)]) == [.off, .on, .off])
    }

    @Test func `A body of the machine's own types composes parts`() async {
        let states = await Host.runtime.states(of: Twice(), [.input(.add(3))])
        #expect(states == [.count(0), .count(106)])
    }

    @Test func `A machine mixes with other parts on actions of its own`() async {
        #expect(await Host.runtime.states(of: Mixed(), [.input(.toggle), .reset]) == [.off, .on, .reset])
    }
}
