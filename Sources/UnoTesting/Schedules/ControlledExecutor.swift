internal import Dispatch
internal import UnoAsync

/// An executor whose jobs run when a test says so, on the test's own thread, in the order that the test chooses.
///
/// *Behavior*
/// - **Isolation.** As a serial executor it keeps actors apart, because one job runs at a time; as a task executor it
///   holds the tasks. `Runtime(…, executor: .on(executor))` has its handlers, its effects and its loop here.
/// - **Ordering.** With no seed the jobs run in the order in which they became ready; with one, in an order that the
///   seed determines.
/// - **Points of choice.** A task that goes from here to an actor on this same executor goes on at once. Where the way
///   into an actor is to be one of the points at which others may go first, as on a machine with several cores, the actor
///   has a ``ControlledSerialExecutor`` of its own, and so have the runtimes of a ``Scenario``.
/// - **Lifetime.** A job keeps its task, and the task what it works with and this executor, until the job has run. A test
///   that leaves jobs behind ends with ``runFreely()``, or they stay for good.
/// - **Not promised.** An unstructured `Task {}` without this executor as its preference runs elsewhere.
///
/// Enqueueing may happen on any thread; everything else belongs to one. Complexity: O(n) per job
/// in those that are ready.
public final class ControlledExecutor: TaskExecutor, SerialExecutor {
    /// A job that is ready, and the serial executor that it is for.
    private struct Ready {
        let job: UnownedJob
        let isolation: ControlledSerialExecutor?
        let sight: ReadyJob
        /// Whether it is a job of the run time, which only puts a task that yields back among the others.
        let isRequeue: Bool
    }

    private struct State {
        var jobs: [Ready] = []
        var choices: SplitMix?
        /// Whether one of its jobs runs, or the executor runs them by itself.
        var isRunning = false
        /// Whether it runs jobs by itself: nobody else does any more.
        var isFree = false
        /// Signalled by the next job that becomes ready.
        var arrival: DispatchSemaphore?
        /// The task whose job runs, or ran last.
        var runningTask = 0
        /// How many of the jobs only put a task back.
        var requeues = 0
        /// The tasks in the order of their first jobs, by the number that the run time gives them.
        var tasks: [UInt64: Int] = [:]
        /// Who made each task, if that is asked for.
        var names: [Int: String] = [:]
        /// How many serial executors have been made.
        var isolations = 0
        /// Which tasks have entered each of them; see ``visitors``.
        var visitors: [ActorVisitors] = []
        /// How many jobs have become ready.
        var arrivals = 0

        mutating func takeNext() -> Ready? {
            guard !jobs.isEmpty else { return nil }
            return take(at: choices == nil ? 0 : Int.random(in: jobs.indices, using: &choices!))
        }

        mutating func index(ofTask number: UInt64) -> Int {
            if let index = tasks[number] { return index }
            tasks[number] = tasks.count
            return tasks.count - 1
        }

        mutating func note(_ task: Int, enteringActor number: Int) {
            while visitors.count <= number { visitors.append(.none) }
            visitors[number].note(task)
        }

        mutating func take(at place: Int) -> Ready {
            let ready = jobs.remove(at: place)
            if ready.isRequeue { requeues -= 1 }
            return ready
        }

        /// A job may be run by itself now: true if there is one, and nobody sees to it.
        mutating func goOnFreely() -> Bool {
            guard isFree, !isRunning, !jobs.isEmpty else { return false }
            isRunning = true
            return true
        }
    }

    private let state: Locked<State>
    private let onEnqueue: (@Sendable () -> Void)?
    /// Whether tasks and actors are kept apart, as in a scenario: see ``init(naming:)``.
    private let isScenario: Bool
    /// Whether its jobs run on the main actor's thread, so that what is isolated to it is so to the main actor.
    let isOnMainActor: Bool
    /// In a scenario, the executor of the actors that use this one.
    private let shared = Locked<ControlledSerialExecutor?>(nil)
    /// The name of whoever makes a job ready now; nil where names are not kept.
    private let naming: (@Sendable () -> String?)?

    /// - Parameter seed: determines the order of the jobs; nil for that of enqueueing.
    public convenience init(seed: UInt64? = nil) {
        self.init(seed: seed, onEnqueue: nil)
    }

    /// - Parameter onEnqueue: called in the very call that makes a job ready, for tests of what that call holds.
    package init(seed: UInt64? = nil, onEnqueue: (@Sendable () -> Void)?) {
        state = Locked(State(choices: seed.map { SplitMix(seed: $0) }))
        self.onEnqueue = onEnqueue
        naming = nil
        isScenario = false
        isOnMainActor = false
    }

    /// The executor of a scenario: a job that belongs to no actor runs in no isolation, so that a task need not be
    /// enqueued again when it goes on after a suspension. Actors that use the executor itself share an isolation.
    ///
    /// - Parameters:
    ///   - naming: the name of the member that makes a job ready now, for ``name(of:)``.
    ///   - isOnMainActor: whether its owner runs the jobs on the main actor's thread.
    init(naming: (@Sendable () -> String?)?, isOnMainActor: Bool = false) {
        state = Locked(State())
        onEnqueue = nil
        self.naming = naming
        isScenario = true
        self.isOnMainActor = isOnMainActor
    }

    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        isScenario ? sharedIsolation.asUnownedSerialExecutor() : UnownedSerialExecutor(ordinary: self)
    }

    /// In a scenario, the executor of the actors that use this one. It lives as long as this one.
    var sharedIsolation: ControlledSerialExecutor {
        shared.withLock { shared in
            if shared == nil { shared = ControlledSerialExecutor(sharedBy: self) }
            return shared!
        }
    }

    /// The number of a serial executor that is being made.
    func nextIsolation() -> Int {
        state.withLock { state in
            state.isolations += 1
            return state.isolations
        }
    }

    public func enqueue(_ job: consuming ExecutorJob) { enqueue(job, isolatedTo: nil) }

    func enqueue(_ job: consuming ExecutorJob, isolatedTo isolation: ControlledSerialExecutor?) {
        onEnqueue?()
        let job = UnownedJob(job)
        let number = taskNumber(of: job)
        let name = naming?()
        let (goesOn, arrival) = state.withLock { state in
            // A task that yields is put back by a job of the run time, which has no number.
            let task = number == 0 ? state.runningTask : state.index(ofTask: number)
            if number == 0 { state.requeues += 1 }
            state.arrivals += 1
            let sight = ReadyJob(task: task, isolation: isolation?.number ?? 0, arrival: state.arrivals)
            state.jobs.append(Ready(job: job, isolation: isolation, sight: sight, isRequeue: number == 0))
            if let number = isolation?.number { state.note(task, enteringActor: number) }
            if let name, state.names[task] == nil { state.names[task] = name }
            return (state.goOnFreely(), state.arrival.take())
        }
        arrival?.signal()
        if goesOn { runByItself() }
    }

    // MARK: What a schedule looks at

    /// Puts the tasks that have yielded back among those that are ready.
    ///
    /// Nothing depends on when that happens, and which of them goes next is decided afterwards.
    ///
    /// Returns how many jobs are ready then.
    @discardableResult
    func requeueYielded() -> Int {
        while true {
            let (job, count) = state.withLock { state -> (Ready?, Int) in
                if state.isFree { return (nil, 0) }
                guard state.requeues > 0 else { return (nil, state.jobs.count) }
                return (state.jobs.firstIndex(where: \.isRequeue).map { state.take(at: $0) }, 0)
            }
            guard let job else { return count }
            run(job)
        }
    }

    /// The ready jobs, the oldest first.
    var readyJobs: [ReadyJob] { state.withLock { $0.jobs.map(\.sight) } }

    /// Which tasks have entered each actor, by the number of its serial executor.
    var visitors: [ActorVisitors] { state.withLock { $0.visitors } }

    /// Who made the task, or the task that made it.
    func name(of task: Int) -> String { state.withLock { $0.names[task] } ?? "something outside" }

    /// Waits for a job to become ready; false if none does within `duration`. Blocks the thread.
    func waitForArrival(within duration: Duration) -> Bool {
        let arrival = DispatchSemaphore(value: 0)
        let isReady = state.withLock { state in
            state.arrival = arrival
            return !state.jobs.isEmpty
        }
        let end = DispatchTime.now() + .milliseconds(Int(duration / .milliseconds(1)))
        return isReady || arrival.wait(timeout: end) == .success
    }

    /// Whether one of its jobs runs now.
    public var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether no job is ready.
    public var isIdle: Bool { readyCount == 0 }

    /// How many jobs are ready; 0 after ``runFreely()``.
    public var readyCount: Int { state.withLock { $0.isFree ? 0 : $0.jobs.count } }

    /// Runs one job; false if none is ready.
    @discardableResult
    public func runNext() -> Bool {
        guard let job = state.withLock({ $0.isFree ? nil : $0.takeNext() }) else { return false }
        run(job)
        return true
    }

    /// Runs the job that became ready before all but `place` others. Requires `0 <= place < readyCount`.
    public func runReady(at place: Int) {
        let job = state.withLock { state -> Ready? in
            guard !state.isFree, state.jobs.indices.contains(place) else { return nil }
            return state.take(at: place)
        }
        guard let job else { fatalError("Job \(place) is not ready: \(readyCount) are") }
        run(job)
    }

    /// Runs jobs until none is ready; answers how many there were.
    @discardableResult
    public func runUntilIdle() -> Int {
        var count = 0
        while runNext() { count += 1 }
        return count
    }

    /// Runs up to `count` jobs, and leaves the others where they are.
    public func run(atMost count: Int) {
        for _ in 0..<count where !runNext() { return }
    }

    /// Ends the control: what is ready, and whatever comes from now on, runs by itself, on another thread.
    ///
    /// For the end of a test, once the runtimes and tasks that it has made are cancelled or about to be let go of: so
    /// everything winds up, and nothing of it is left. Jobs run one at a time in the order in which they became ready,
    /// the first when the one that runs now has ended; the other calls find no job ready any more.
    ///
    /// ```swift
    /// let executor = ControlledExecutor()
    /// defer { executor.runFreely() }
    /// ```
    public func runFreely() {
        let goesOn = state.withLock { state in
            state.isFree = true
            state.choices = nil
            return state.goOnFreely()
        }
        if goesOn { runByItself() }
    }

    /// A task whose jobs run here.
    @discardableResult
    public func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await operation() }
    }

    private func run(_ ready: Ready) {
        state.withLock { state in
            state.isRunning = true
            state.runningTask = ready.sight.task
        }
        perform(ready)
        let goesOn = state.withLock { state in
            state.isRunning = false
            return state.goOnFreely()
        }
        if goesOn { runByItself() }
    }

    private func runByItself() {
        if isOnMainActor {
            Task.detached { @MainActor in
                while let ready = self.nextByItself() { self.perform(ready) }
            }
        } else {
            Task.detached {
                while let ready = self.nextByItself() { self.perform(ready) }
            }
        }
    }

    private func nextByItself() -> Ready? {
        state.withLock { state in
            let ready = state.takeNext()
            if ready == nil { state.isRunning = false }
            return ready
        }
    }

    private func perform(_ ready: Ready) {
        if ready.isolation == nil, isScenario { return ready.job.runSynchronously(on: asUnownedTaskExecutor()) }
        ready.job.runSynchronously(
            isolatedTo: ready.isolation?.asUnownedSerialExecutor() ?? asUnownedSerialExecutor(),
            taskExecutor: asUnownedTaskExecutor()
        )
    }
}
