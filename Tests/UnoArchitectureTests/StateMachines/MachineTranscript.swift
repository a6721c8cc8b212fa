import TestSupport
import UnoArchitecture
import UnoStateMachines
import UnoTesting

/// The behaviour of a machine as text, so that machines of different types can be compared.
enum MachineTranscript {
    /// The states of a runtime that gets each of `inputs` when the event of the previous input is over.
    ///
    /// Types are named without the types around them.
    static func states<Machine: StateMachine>(of machine: Machine, _ inputs: [Machine.Input]) -> [String] {
        let stage = Stage(machine)
        for input in inputs { stage.send(.input(input)) }
        stage.finish()
        return stage.states.map { "\($0)".replacing(/([A-Z]\w*\.)+/, with: "") }
    }
}
