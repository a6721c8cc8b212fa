import AsyncKit
import Synchronization

/// An executor whose jobs run when a test says so, on the test's own thread, in an order that a seed determines.
///
/// As a serial executor it keeps actors apart, because one job runs at a time; as a task executor it holds the tasks.
/// With no seed the order is that of enqueueing.
package final class ControlledExecutor: TaskExecutor, SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var choices: SplitMix?
    }

    private let state: Locked<State>
    private let running = Atomic(false)

    /// Whether one of its jobs runs now.
    package var isRunning: Bool { running.load(ordering: .relaxed) }

    package init(seed: UInt64? = nil) {
        state = Locked(State(choices: seed.map { SplitMix(seed: $0) }))
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// Runs one job; false if there is none.
    @discardableResult
    package func runNext() -> Bool {
        let job = state.withLock { state -> UnownedJob? in
            guard !state.jobs.isEmpty else { return nil }
            guard state.choices != nil else { return state.jobs.removeFirst() }
            return state.jobs.remove(at: Int.random(in: 0..<state.jobs.count, using: &state.choices!))
        }
        running.store(true, ordering: .relaxed)
        defer { running.store(false, ordering: .relaxed) }
        job?.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        return job != nil
    }

    /// Runs jobs until none is left; answers how many there were.
    @discardableResult
    package func runUntilIdle() -> Int {
        var count = 0
        while runNext() { count += 1 }
        return count
    }

    /// Runs up to `count` jobs, and stops where the others are.
    package func run(atMost count: Int) {
        for _ in 0..<count where !runNext() { return }
    }

    /// Whether nothing is to be run.
    package var isIdle: Bool { state.withLock { $0.jobs.isEmpty } }

    /// A task whose jobs run here.
    @discardableResult
    package func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await operation() }
    }
}
