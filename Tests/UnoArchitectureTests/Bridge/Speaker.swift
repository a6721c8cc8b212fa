import UnoArchitecture
import UnoTesting

/// A transformer that yields the tenfold of each action, from a task of its own, and what the test says.
struct Speaker: Interactor {
    let executor: ControlledExecutor
    let states: AsyncStream<Int>
    let continuation: AsyncStream<Int>.Continuation

    init(_ executor: ControlledExecutor) {
        self.executor = executor
        (states, continuation) = AsyncStream.makeStream()
    }

    func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
        let listening = Task(executorPreference: executor) { [continuation] in
            for await action in upstream { continuation.yield(action * 10) }
            continuation.finish()
        }
        continuation.onTermination = { _ in listening.cancel() }
        return states
    }
}
