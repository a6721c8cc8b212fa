import UnoArchitecture
import UnoStateMachines

/// The smallest machine: it counts its inputs. Like most machines, it declares an effect type, but it starts no effect.
struct CountingMachine: StateMachine {
    typealias State = CountState
    typealias Input = Tick
    enum IOEffect: Sendable { case load }
    typealias IOResult = Never
    typealias Action = StateMachineEvent<Input, IOResult>

    let initialValue = CountState()

    static func reduceInput(_ state: State, _ input: Input) -> Transition {
        nextState(CountState(count: state.count + 1))
    }

    func runIOEffect(_ effect: IOEffect) -> IOResultStream { .empty }
}
