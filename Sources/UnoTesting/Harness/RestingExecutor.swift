internal import AsyncKit

/// Runs jobs one after the other, in order, and knows when none is left.
///
/// As a serial executor it isolates actors, as a task executor it runs tasks and the default actors that they call. The
/// executor is at *rest* when no job is left: its tasks then wait for a clock, a continuation, or work on another
/// executor. A job is enqueued in the call that resumes its task, so the executor is never at rest while one of its
/// jobs resumes another task.
///
/// The order is the same in every run, as long as jobs are enqueued only by jobs and within `hold(_:)`, which runs none
/// while the test acts: a test that resumes two tasks would otherwise race with the first one.
package final class RestingExecutor: TaskExecutor, SerialExecutor {
    /// The threads that run the jobs.
    package enum Place: Sendable {
        case globalExecutor
        /// The main actor's thread; code on this executor is also isolated to the main actor.
        case mainActor
    }

    package enum Rest: Sendable, Equatable {
        /// At rest, for the given time of all.
        case reached(Int)
        /// More jobs than the limit have run without a rest.
        case overrun
        /// One job runs for too long: it blocks its thread.
        case blocked
        /// The waiting task is cancelled.
        case cancelled
        /// The executor has been halted.
        case halted
    }

    private enum Phase {
        /// The test acts; jobs wait. Then `resting` or `busy`.
        case held
        /// No job is left. Then `held` or `busy`.
        case resting
        /// Jobs run. Then `resting` or `halted`.
        case busy
        /// The remaining jobs never run.
        case halted
    }

    private struct Job {
        let job: UnownedJob
        /// Whether a thread enqueued it that neither runs jobs nor holds them.
        let isFromOutside: Bool
    }

    private struct State {
        var phase = Phase.resting
        var jobs = Deque<Job>()
        /// The thread that runs a job, or acts while jobs are held.
        var thread: UInt?
        var runsJobFromOutside = false
        /// The number of jobs from outside.
        var jobsFromOutside = 0
        /// The number of jobs that have begun.
        var jobsBegun = 0
        /// How long one job may run while a task waits for rest.
        var jobTime = Duration.zero
        /// The number of the job that has run for too long.
        var blockedJob: Int?
        var isWatched = false
        /// The number of rests so far.
        var rests = 0
        /// The number of jobs since the last rest, or since `allowMore()`.
        var jobsSinceRest = 0
        var waiters = WaiterQueue<Waiter>()

        /// Comes to rest; returns the tasks that wait for it.
        mutating func endBusyPhase() -> [Waiter] {
            phase = .resting
            rests += 1
            jobsSinceRest = 0
            return waiters.removeAll()
        }

        var runsJob: Bool { if case .busy = phase { thread != nil } else { false } }
        var isBlocked: Bool { runsJob && blockedJob == jobsBegun }
    }

    private typealias Waiter = CheckedContinuation<Rest, Never>

    /// The number of jobs that may run without a rest: more than a test needs, and less than a second of work.
    package static let limit = 100_000

    /// Describes an overrun of a feature, for a failure message.
    package static var overrun: String {
        "has run \(limit) jobs without waiting for anything, as a loop over an ImmediateClock does"
    }

    /// Halted executors, kept because their jobs never run.
    private static let halted = Locked<[RestingExecutor]>([])

    /// How long one job may run at least before it counts as blocked: calls may have shorter time limits for work outside.
    private static let leastJobTime = Duration.seconds(1)

    private let state = Locked(State())
    private let place: Place
    /// Called once, on any thread, when a job has run for too long.
    private let whenBlocked: @Sendable (Duration) -> Void

    package init(on place: Place = .globalExecutor, whenBlocked: @escaping @Sendable (Duration) -> Void = { _ in }) {
        self.place = place
        self.whenBlocked = whenBlocked
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = Platform.currentThread
        let isFirst = state.withLock { state in
            let isFromOutside = state.thread != thread
            if isFromOutside { state.jobsFromOutside += 1 }
            state.jobs.append(Job(job: job, isFromOutside: isFromOutside))
            guard case .resting = state.phase else { return false }
            state.phase = .busy
            return true
        }
        if isFirst { start() }
    }

    /// Calls `body`; the jobs that it enqueues wait until it has returned, and then run in order.
    ///
    /// An executor that is busy continues: work outside has resumed it, which has no defined order anyway.
    package func hold<Result>(_ body: () -> Result) -> Result {
        let isHeld = state.withLock { state in
            guard case .resting = state.phase else { return false }
            state.phase = .held
            state.thread = Platform.currentThread
            return true
        }
        let result = body()
        if isHeld { release() }
        return result
    }

    private func release() {
        let (isBusy, waiters, rests) = state.withLock { state -> (Bool, [Waiter], Int) in
            state.phase = .busy
            state.thread = nil
            return state.jobs.isEmpty ? (false, state.endBusyPhase(), state.rests) : (true, [], 0)
        }
        if isBusy { start() }
        for waiter in waiters { waiter.resume(returning: .reached(rests)) }
    }

    /// Waits until the executor is at rest and has been so more than `count` times.
    ///
    /// - Parameter time: how long one job may run. The time grows with the load of the machine; see ``TimeLimit``.
    @discardableResult
    package func rest(after count: Int = -1, jobsWithin time: Duration = .seconds(5)) async -> Rest {
        let waiterID = SharedWaiterID()
        return await withCancellationHandlerInPlace {
            await withCheckedContinuation { continuation in
                let rest: Rest? = state.withLock { state in
                    // A task is marked cancelled before its handler runs: either this sees it or the handler finds the
                    // identity.
                    if Task.isCancelled { return .cancelled }
                    switch state.phase {
                    case .halted: return .halted
                    case .busy where state.jobsSinceRest > Self.limit: return .overrun
                    case .busy where state.isBlocked: return .blocked
                    case .resting where state.rests > count: return .reached(state.rests)
                    case .held, .resting, .busy:
                        waiterID.publish(state.waiters.join(continuation))
                        state.jobTime = max(time, Self.leastJobTime)
                        return nil
                    }
                }
                if let rest { continuation.resume(returning: rest) } else { watch() }
            }
        } onCancel: {
            let waiter = state.withLock { state in waiterID.value.flatMap { state.waiters.withdraw($0) } }
            waiter?.resume(returning: .cancelled)
        }
    }

    /// Whether the executor is at rest and has not been busy since its rest number `count`.
    package func isAtRest(since count: Int) -> Bool {
        state.withLock { state in
            if case .resting = state.phase { state.rests == count } else { false }
        }
    }

    /// The number of jobs that were enqueued by a thread that neither runs jobs nor holds them: tasks that come from
    /// another executor, or were resumed by code on one.
    package var jobsFromOutside: Int { state.withLock { $0.jobsFromOutside } }

    /// Whether the running job is one of those.
    var runsJobFromOutside: Bool { state.withLock { $0.runsJobFromOutside } }

    /// Calls `visit` on this executor, and returns its result when the executor is at rest again; nil if it never is.
    ///
    /// A caller that entered the executor itself would find it busy after its return, and `hold(_:)` would not hold it.
    package func visit<Result: Sendable>(_ visit: @escaping @Sendable () async -> Result) async -> Result? {
        let result = Locked<Result?>(nil)
        hold {
            _ = Task(executorPreference: self) {
                let value = await visit()
                result.withLock { $0 = value }
            }
        }
        guard case .reached = await rest() else { return nil }
        return result.withLock { $0 }
    }

    // MARK: Blocked threads

    /// Whether a job has run for too long, and still runs.
    var isBlocked: Bool { state.withLock { $0.isBlocked } }

    /// Watches the jobs while tasks wait for rest. One task does so at a time, and lives at least for a twentieth of the
    /// limit, but not for more than a second, so that calls that follow each other quickly share it.
    private func watch() {
        let isWatched = state.withLock { state in
            defer { state.isWatched = true }
            return state.isWatched
        }
        if isWatched { return }
        // With the task-local values of the test, to which the failure belongs. It does not keep the executor.
        Task { [state, whenBlocked] in
            var seen: (job: Int?, time: Duration) = (nil, .zero)
            while let slice = Self.look(at: state, &seen, whenBlocked) {
                try? await ContinuousClock().sleep(for: slice)
            }
        }
    }

    /// - Parameter seen: the job that ran at the last look, and for how long it has been seen to run.
    /// - Returns: the time until the next look; nil for none.
    private static func look(
        at state: Locked<State>,
        _ seen: inout (job: Int?, time: Duration),
        _ whenBlocked: @Sendable (Duration) -> Void
    ) -> Duration? {
        let (job, limit, waiters): (Int?, Duration, [Waiter]?) = state.withLock { [seen] state in
            let (job, limit) = (state.runsJob ? state.jobsBegun : nil, state.jobTime)
            let isBlocked = !state.waiters.isEmpty && job != nil && job == seen.job && seen.time >= limit
            guard isBlocked || state.waiters.isEmpty else { return (job, limit, nil) }
            state.isWatched = false
            if isBlocked { state.blockedJob = job }
            return (job, limit, state.waiters.removeAll())
        }
        guard let waiters else {
            // A call may have any limit; the watch outlives it by one slice.
            let slice = min(limit / 20, .seconds(1))
            seen = (job, job == seen.job ? seen.time + slice : .zero)
            return slice
        }
        guard !waiters.isEmpty else { return nil }
        whenBlocked(limit)
        for waiter in waiters { waiter.resume(returning: .blocked) }
        return nil
    }

    // MARK: Overruns

    /// After an overrun, allows the same number of jobs again.
    package func allowMore() { state.withLock { $0.jobsSinceRest = 0 } }

    /// Stops running jobs. The remaining jobs and their tasks are never freed.
    ///
    /// The last resort against tasks that ignore their cancellation: they would run until the process ends. A job that
    /// never runs cannot be freed, so the executor is kept with its jobs.
    package func halt() {
        Self.halted.withLock { $0.append(self) }
        let waiters = state.withLock { state in
            state.phase = .halted
            return state.waiters.removeAll()
        }
        for waiter in waiters { waiter.resume(returning: .halted) }
    }

    // MARK: Running

    /// Called for code outside the executor's jobs. On the main actor's thread, code of the main actor is accepted too.
    package func checkIsolated() {
        switch place {
        case .globalExecutor: fatalError("Something that lives on the executor of a harness is used outside it")
        case .mainActor: MainActor.preconditionIsolated()
        }
    }

    private func start() {
        switch place {
        case .globalExecutor:
            Task.detached {
                // Returns now and then, so that endless loops on all threads leave the tests a chance to end them.
                for _ in 0..<1_000 where !self.runNext() { return }
                self.start()
            }
        case .mainActor:
            // One job at a time, so that the main actor's other jobs need not wait for the end of a loop.
            Task { @MainActor in
                guard self.runNext() else { return }
                self.state.withLock { $0.thread = nil }
                self.start()
            }
        }
    }

    /// Runs the next job; if there is none, resumes the tasks that wait for rest and returns false.
    private func runNext() -> Bool {
        let thread = Platform.currentThread
        let (job, waiters, rest) = state.withLock { state -> (UnownedJob?, [Waiter], Rest) in
            state.thread = nil
            if case .halted = state.phase { return (nil, [], .halted) }
            guard let job = state.jobs.popFirst() else {
                let waiters = state.endBusyPhase()
                return (nil, waiters, .reached(state.rests))
            }
            state.jobsSinceRest += 1
            state.jobsBegun += 1
            state.thread = thread
            state.runsJobFromOutside = job.isFromOutside
            let isOverrun = state.jobsSinceRest == Self.limit + 1
            return (job.job, isOverrun ? state.waiters.removeAll() : [], .overrun)
        }
        for waiter in waiters { waiter.resume(returning: rest) }
        job?.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        return job != nil
    }
}
