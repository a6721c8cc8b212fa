internal import UnoAsync

/// Runs the pump of one stream transformer, and reports when it is idle.
///
/// An enqueued job is reported synchronously, in the call that resumed the pump. So a transformer that yields a state
/// and then asks for its next action has woken the pump before it asks. The jobs run one after the other inside
/// `run()`, in a task of the graph; the pump is idle when no job is left.
final class BridgeExecutor: TaskExecutor {
    enum Change: Sendable {
        /// A job is about to be enqueued.
        case woke
        /// All jobs enqueued so far, this many, have run. If `woke` was reported more often, another job is on its way.
        case cameToRest(after: Int)
    }

    private struct State {
        var jobs = Deque<UnownedJob>()
        var enqueuedCount = 0
        /// Resumed exactly once, by whoever takes it from here.
        var runner: UnsafeContinuation<Void, Never>?
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

    /// Runs jobs until `stop()`. For one caller.
    func run() async {
        while true {
            let (job, hasStopped) = state.withLock { ($0.jobs.popFirst(), $0.hasStopped) }
            if let job {
                job.runSynchronously(on: asUnownedTaskExecutor())
            } else {
                if hasStopped { return }
                await waitForJobs()
            }
        }
    }

    /// Ends `run()` after the jobs that are enqueued. No more may follow.
    func stop() {
        let runner = state.withLock { state in
            state.hasStopped = true
            return state.runner.take()
        }
        runner?.resume()
    }

    private func waitForJobs() async {
        await withUnsafeContinuation { continuation in
            let restAfter: Int? = state.withLock { state in
                guard state.jobs.isEmpty, !state.hasStopped else { return nil }
                state.runner = continuation
                return state.enqueuedCount
            }
            if let restAfter { onChange(.cameToRest(after: restAfter)) } else { continuation.resume() }
        }
    }
}
