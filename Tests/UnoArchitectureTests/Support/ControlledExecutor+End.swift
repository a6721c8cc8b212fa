import TestSupport
import UnoArchitecture
import UnoTesting

extension ControlledExecutor {
    /// Runs what has become ready as `value` was made, and returns it: `executor.settle(runtime.send(1))`.
    @discardableResult
    func settle<Value>(_ value: Value) -> Value {
        runUntilIdle()
        return value
    }

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
