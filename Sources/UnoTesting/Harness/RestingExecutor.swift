internal import AsyncKit

/// Runs jobs one after the other, as they come, and knows when none is left.
///
/// As a serial executor it keeps actors apart, as a task executor it holds tasks and the plain actors that they call.
/// *Rest* is the moment at which the last job has run and no other has come: whatever these tasks wait for then is
/// a clock, a continuation, or work on another executor. A job is announced in the very call that resumes a task, so
/// rest is never taken for reached while a job is on its way from another.
package final class RestingExecutor: TaskExecutor, SerialExecutor {
    private enum Phase {
        /// No job is left. Then `busy`.
        case resting
        /// A task runs jobs. Then `resting`.
        case busy
    }

    private struct State {
        var phase = Phase.resting
        var jobs = Deque<UnownedJob>()
        /// How often the executor has come to rest.
        var rests = 0
        var waiters = WaiterQueue<Waiter>()
    }

    /// Resumed with the number of rests, or nil by cancellation.
    private typealias Waiter = CheckedContinuation<Int?, Never>

    private let state = Locked(State())

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            defer { state.phase = .busy }
            if case .resting = state.phase { return true }
            return false
        }
        if isFirst { Task.detached { self.run() } }
    }

    /// Waits until the executor is at rest, and has come to it more than `count` times.
    ///
    /// Answers how often it has; nil to a task that is cancelled.
    @discardableResult
    package func rest(after count: Int = -1) async -> Int? {
        let ticket = Ticket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Int?? = state.withLock { state in
                    // A task is marked cancelled before its handler runs: either this sees it or the handler finds the
                    // ticket.
                    if Task.isCancelled { return .some(nil) }
                    if case .resting = state.phase, state.rests > count { return state.rests }
                    ticket.publish(state.waiters.join(continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state in ticket.id.flatMap { state.waiters.withdraw($0) } }
            waiter?.resume(returning: nil)
        }
    }

    private func run() {
        while let job = next() {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    /// The next job; nil, and those that wait are told, if there is none.
    private func next() -> UnownedJob? {
        let (job, waiters, rests) = state.withLock { state -> (UnownedJob?, [Waiter], Int) in
            if let job = state.jobs.popFirst() { return (job, [], 0) }
            state.phase = .resting
            state.rests += 1
            return (nil, state.waiters.removeAll(), state.rests)
        }
        for waiter in waiters { waiter.resume(returning: rests) }
        return job
    }
}
