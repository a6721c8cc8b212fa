internal import UnoAsync

/// Runs one stream transformer's pump, and says when it has come to rest.
///
/// A job that is enqueued is announced at once, in the very call that resumed the pump; so whoever yields and then
/// asks for the next action has announced the pump before it asks. The jobs run one after the other inside `run()`,
/// a task of the graph; rest is announced when none is left.
final class BridgeExecutor: TaskExecutor {
    enum Change: Sendable {
        /// A job is about to be enqueued.
        case woke
        /// None is left, of the number enqueued so far. With a different number announced, one is on its way.
        case cameToRest(after: Int)
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var enqueuedCount = 0
        var runner: CheckedContinuation<Void, Never>?
        var hasStopped = false
    }

    private let state = Locked(State())
    private let onChange: @Sendable (Change) -> Void

    init(onChange: @escaping @Sendable (Change) -> Void) {
        self.onChange = onChange
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        onChange(.woke)
        let runner = state.withLock { state in
            state.jobs.append(job)
            state.enqueuedCount += 1
            return state.runner.take()
        }
        runner?.resume()
    }

    /// Runs jobs until `stop()`; to be called by one task.
    func run() async {
        while true {
            let (jobs, hasStopped) = state.withLock { state in
                defer { state.jobs = [] }
                return (state.jobs, state.hasStopped)
            }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            guard jobs.isEmpty else { continue }
            if hasStopped { return }
            await waitForJobs()
        }
    }

    /// The last job has been enqueued.
    func stop() {
        let runner = state.withLock { state in
            state.hasStopped = true
            return state.runner.take()
        }
        runner?.resume()
    }

    private func waitForJobs() async {
        await withCheckedContinuation { continuation in
            let restAfter: Int? = state.withLock { state in
                guard state.jobs.isEmpty, !state.hasStopped else { return nil }
                state.runner = continuation
                return state.enqueuedCount
            }
            if let restAfter { onChange(.cameToRest(after: restAfter)) } else { continuation.resume() }
        }
    }
}
