import BenchmarkKit
import UnoArchitecture

extension Workloads {
    static let debounce = Workload(
        "debounce",
        "a burst, of which only the last action is handled; asyncstream has a sleeping task an action",
        baseline: "asyncstream",
        subjects: [
            Subject("asyncstream") { count, _ in
                let states = debouncedByTasks(burst(count))
                var passed = 0
                for await _ in states { passed += 1 }
                return passed == 1 ? count : passed
            },
            Subject("sequence") { count, _ in
                var passed = 0
                for await _ in burst(count).debounce(for: window) { passed += 1 }
                return passed == 1 ? count : passed
            },
            Subject("stream") { count, _ in
                var last = 0
                for await state in DebouncedCounting().interact(burst(count)) { last = state.count }
                return last == 1 ? count : last
            },
            Subject("runtime") { count, _ in
                let runtime = Runtime(DebouncedCounting(), mailbox: .unbounded)
                for _ in 0..<count { runtime.send(.tick) }
                await runtime.shutdown(.drain)
                let last = await runtime.state?.count ?? 0
                return last == 1 ? count : last
            },
        ]
    )

    /// Longer than a run, so that a window ends with its stream and nothing waits for it.
    fileprivate static let window = Duration.seconds(1)

    private static func burst(_ count: Int) -> AsyncStream<Tick> {
        let (actions, continuation) = AsyncStream<Tick>.makeStream()
        for _ in 0..<count { continuation.yield(.tick) }
        continuation.finish()
        return actions
    }

    /// The usual implementation: each action cancels the previous action's sleeping task and starts its own.
    private static func debouncedByTasks(_ actions: AsyncStream<Tick>) -> AsyncStream<Tick> {
        AsyncStream { continuation in
            let pump = Task {
                var waiting: (action: Tick, sleep: Task<Void, any Error>)?
                for await action in actions {
                    waiting?.sleep.cancel()
                    let sleep = Task {
                        try await Task.sleep(for: window)
                        continuation.yield(action)
                    }
                    waiting = (action, sleep)
                }
                if let waiting {
                    waiting.sleep.cancel()
                    continuation.yield(waiting.action)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in pump.cancel() }
        }
    }
}

/// A counter behind a debounce.
private struct DebouncedCounting: Interactor {
    var body: some Interactor<CountState, Tick> {
        DebounceInteractor(for: Workloads.window) { Counting() }
    }
}
