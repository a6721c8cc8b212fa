import TestSupport
import UnoArchitecture
import UnoTesting

extension ControlledExecutor {
    /// Runs what is ready, then drains `runtime`, whose tasks run here; returns its last state.
    func end<State: Sendable, Action: Sendable>(_ runtime: Runtime<State, Action>) -> State? {
        runUntilIdle()
        let states = Record<State?>()
        task {
            states.append(await runtime.state)
            await runtime.shutdown(.drain)
        }
        runUntilIdle()
        return states.elements.last ?? nil
    }
}
