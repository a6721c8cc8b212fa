import TestSupport
import UnoArchitecture
import UnoTesting

extension ControlledExecutor {
    /// Does `act`, in which nothing runs, and then runs everything that is ready.
    func act(_ act: () -> Void) {
        act()
        runUntilIdle()
    }

    /// Starts a task and runs it as far as it gets; the record has what it returns, once it has returned.
    @discardableResult
    func begin<Value: Sendable>(_ operation: @escaping @Sendable () async -> Value) -> Record<Value> {
        let returned = Record<Value>()
        task { returned.append(await operation()) }
        runUntilIdle()
        return returned
    }

    /// Takes the states as they come, beginning with those that are there; the record has them.
    @discardableResult
    func take<State: Sendable>(_ states: AsyncStream<State>) -> Record<State> {
        let taken = Record<State>()
        begin { for await state in states { taken.append(state) } }
        return taken
    }

    /// Cancels `runtime`, whose tasks run here, and lets what is left run by itself.
    func end<State: Sendable, Action: Sendable>(cancelling runtime: Runtime<State, Action>) {
        begin { await runtime.shutdown(.cancel) }
        runFreely()
    }

    /// Runs what has become ready as `value` was made, and returns it: `executor.settle(runtime.send(1))`.
    @discardableResult
    func settle<Value>(_ value: Value) -> Value {
        runUntilIdle()
        return value
    }

    /// Starts a task; the record has an entry once `operation` has returned.
    func end(of operation: @escaping @Sendable () async -> Void) -> Record<Void> {
        let ended = Record<Void>()
        task {
            await operation()
            ended.append()
        }
        return ended
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
