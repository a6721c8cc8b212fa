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
}
