import AsyncKit

/// Runs the tasks that prefer it when it is told to, so that a test knows what has happened when it looks.
final class StepExecutor: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs, in the order in which they came, until none is left: every task has ended or waits for something.
    func runUntilIdle() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Starts a task and runs it until it has ended or waits for something.
    @discardableResult
    func start(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: self) { await operation() }
        runUntilIdle()
        return task
    }
}
