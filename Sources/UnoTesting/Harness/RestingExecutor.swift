internal import UnoAsync

/// Runs jobs one after the other, as they come, and knows when none is left.
///
/// As a serial executor it keeps actors apart, as a task executor it holds tasks and the plain actors that they call.
/// *Rest* is the moment at which the last job has run and no other has come: whatever these tasks wait for then is
/// a clock, a continuation, or work on another executor. A job is announced in the very call that resumes a task, so
/// rest is never taken for reached while a job is on its way from another.
///
/// What happens is the same in every run, as long as jobs only come from jobs and from `hold(_:)`, which lets none run
/// while the test acts: a test that resumes two tasks would otherwise race with the first one.
package final class RestingExecutor: TaskExecutor, SerialExecutor {
    /// The threads that run the jobs.
    package enum Place: Sendable {
        case globalExecutor
        /// Each job is one of the main actor's, too: what is isolated to this executor is so to the main actor.
        case mainActor
    }

    package enum Rest: Sendable, Equatable {
        /// At rest, for the nth time.
        case reached(Int)
        /// More jobs than the limit have run without a rest.
        case overrun
        /// The waiting task is cancelled.
        case cancelled
        /// No job runs any more.
        case halted
    }

    private enum Phase {
        /// The test acts, and jobs wait for it. Then `resting` or `busy`.
        case held
        /// No job is left. Then `held` or `busy`.
        case resting
        /// Jobs run. Then `resting` or `halted`.
        case busy
        /// The jobs that are left stay.
        case halted
    }

    private struct Job {
        let job: UnownedJob
        /// Whether another thread announced it than the one that runs the jobs or holds them.
        let isFromOutside: Bool
    }

    private struct State {
        var phase = Phase.resting
        var jobs = Deque<Job>()
        /// The thread that runs a job, or acts while jobs are held.
        var thread: UInt?
        var runsJobFromOutside = false
        /// How many jobs came from outside.
        var jobsFromOutside = 0
        var expectedVisits = 0
        /// How often the executor has come to rest.
        var rests = 0
        /// How many jobs have run since it last did, or since `allowMore()`.
        var jobsSinceRest = 0
        var waiters = WaiterQueue<Waiter>()

        /// Comes to rest; returns those that have waited for it.
        mutating func rest() -> [Waiter] {
            phase = .resting
            rests += 1
            jobsSinceRest = 0
            return waiters.removeAll()
        }
    }

    private typealias Waiter = CheckedContinuation<Rest, Never>

    /// How many jobs may run without a rest: more than a test needs, and less than a second takes.
    package static let limit = 100_000

    /// Says of a feature what an overrun means.
    package static var overrun: String {
        "has run \(limit) jobs without waiting for anything, as a loop over an ImmediateClock does"
    }

    /// The executors that keep jobs which never run.
    private static let halted = Locked<[RestingExecutor]>([])

    private let state = Locked(State())
    private let place: Place

    package init(on place: Place = .globalExecutor) {
        self.place = place
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = Platform.currentThread
        let isFirst = state.withLock { state in
            let isFromOutside = state.thread != thread
            if isFromOutside, state.expectedVisits == 0 { state.jobsFromOutside += 1 }
            state.jobs.append(Job(job: job, isFromOutside: isFromOutside))
            guard case .resting = state.phase else { return false }
            state.phase = .busy
            return true
        }
        if isFirst { start() }
    }

    /// Calls `body`; the jobs that it leads to wait until it has returned, and then run in the order in which they came.
    ///
    /// An executor that is not at rest goes on: then something outside has woken it, which has no order anyway.
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
            return state.jobs.isEmpty ? (false, state.rest(), state.rests) : (true, [], 0)
        }
        if isBusy { start() }
        for waiter in waiters { waiter.resume(returning: .reached(rests)) }
    }

    /// Waits until the executor is at rest, and has come to it more than `count` times.
    @discardableResult
    package func rest(after count: Int = -1) async -> Rest {
        let waiterID = SharedWaiterID()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let rest: Rest? = state.withLock { state in
                    // A task is marked cancelled before its handler runs: either this sees it or the handler finds the
                    // identity.
                    if Task.isCancelled { return .cancelled }
                    switch state.phase {
                    case .halted: return .halted
                    case .busy where state.jobsSinceRest > Self.limit: return .overrun
                    case .resting where state.rests > count: return .reached(state.rests)
                    case .held, .resting, .busy:
                        waiterID.publish(state.waiters.join(continuation))
                        return nil
                    }
                }
                if let rest { continuation.resume(returning: rest) }
            }
        } onCancel: {
            let waiter = state.withLock { state in waiterID.value.flatMap { state.waiters.withdraw($0) } }
            waiter?.resume(returning: .cancelled)
        }
    }

    /// Whether the executor is at rest and has been so since it came to it for the `count`th time.
    package func isAtRest(since count: Int) -> Bool {
        state.withLock { state in
            if case .resting = state.phase { state.rests == count } else { false }
        }
    }

    /// How many jobs another thread has announced than the one that runs the jobs or holds them: what they belong to
    /// comes from another executor, or was resumed by code on one.
    package var jobsFromOutside: Int { state.withLock { $0.jobsFromOutside } }

    /// Whether the job that runs is one of those.
    var runsJobFromOutside: Bool { state.withLock { $0.runsJobFromOutside } }

    /// Calls `visit`, in which the owner comes here itself: its jobs do not count as work outside.
    func expectingVisit<Result: Sendable>(_ visit: () async -> Result) async -> Result {
        state.withLock { $0.expectedVisits += 1 }
        defer { state.withLock { $0.expectedVisits -= 1 } }
        return await visit()
    }

    // MARK: Overruns

    /// After an overrun: lets as many jobs run again before the next one.
    package func allowMore() { state.withLock { $0.jobsSinceRest = 0 } }

    /// Stops running jobs; those that are left, and the tasks that they belong to, stay for good.
    ///
    /// The last resort against tasks that go on although they are cancelled: they would do so until the process ends. A job
    /// that never runs cannot be freed, so the executor is kept with its jobs.
    package func halt() {
        Self.halted.withLock { $0.append(self) }
        let waiters = state.withLock { state in
            state.phase = .halted
            return state.waiters.removeAll()
        }
        for waiter in waiters { waiter.resume(returning: .halted) }
    }

    // MARK: Running

    /// Called for code that is not one of these jobs: the main actor's own jobs are as good.
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
                // Endless loops in as many harnesses as there are threads leave the tests a turn to end them.
                for _ in 0..<1_000 where !self.runNext() { return }
                self.start()
            }
        case .mainActor:
            // One job at a time: the main actor's other jobs are not to wait for the end of a loop.
            Task { @MainActor in
                guard self.runNext() else { return }
                self.state.withLock { $0.thread = nil }
                self.start()
            }
        }
    }

    /// Runs the next job; false if there is none, and then those that wait have been told.
    private func runNext() -> Bool {
        let thread = Platform.currentThread
        let (job, waiters, rest) = state.withLock { state -> (UnownedJob?, [Waiter], Rest) in
            state.thread = nil
            if case .halted = state.phase { return (nil, [], .halted) }
            guard let job = state.jobs.popFirst() else {
                let waiters = state.rest()
                return (nil, waiters, .reached(state.rests))
            }
            state.jobsSinceRest += 1
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
