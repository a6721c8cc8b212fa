import TestSupport
import UnoArchitecture
import UnoTesting

/// What a machine does, as text, so that machines of different types can be compared.
enum MachineTranscript {
    /// The states of a runtime that is given `inputs`, each when everything that the one before led to has ended.
    ///
    /// Types are named without the types around them.
    static func states<Machine: StateMachine>(of machine: Machine, _ inputs: [Machine.Input]) -> [String] {
        let stage = Stage(machine)
        for input in inputs { stage.send(.input(input)) }
        stage.finish()
        return stage.states.map { "\($0)".replacing(/([A-Z]\w*\.)+/, with: "") }
    }
}
