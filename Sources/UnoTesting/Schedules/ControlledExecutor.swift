internal import AsyncKit
internal import Dispatch

/// The member of a scenario that makes a task: a task of the scenario, which has children, or a runtime.
struct TaskMaker: Sendable {
    let name: String
    let isMember: Bool
}

/// An executor whose jobs run when the test runs them, on the test's own thread, in an order that the test chooses.
///
/// *Behavior*
/// - **Isolation.** As a serial executor it isolates actors, because one job runs at a time; as a task executor it runs
///   tasks. `Runtime(…, executor: .on(executor))` has its handlers, its effects and its loop here.
/// - **Ordering.** Without a seed, jobs run in the order in which they became ready; with a seed, in an order that the
///   seed determines.
/// - **Points of choice.** A task that goes from here to an actor on this same executor goes on at once. The way into
///   an actor without an executor is one of the points at which others may go first; so is that into an actor with a
///   ``ControlledSerialExecutor`` of its own, which the runtimes of a ``Scenario`` have.
/// - **Lifetime.** A job keeps its task until it has run; the task keeps this executor and everything that it uses. A
///   test that leaves jobs behind must call ``runFreely()`` at its end; otherwise they are never released.
/// - **Not promised.** An unstructured `Task {}` without this executor as its preference runs elsewhere.
///
/// Jobs may be enqueued on any thread; call everything else on one thread. Complexity: O(n) for each job, in the number
/// of ready jobs.
public final class ControlledExecutor: TaskExecutor, SerialExecutor {
    /// A ready job and its serial executor.
    private struct Ready {
        let job: UnownedJob
        let isolation: ControlledSerialExecutor?
        let sight: ReadyJob
        let kind: JobKind
    }

    private struct State {
        var jobs: [Ready] = []
        var choices: SplitMix?
        /// Whether a job is running, or the executor runs jobs by itself.
        var isRunning = false
        /// Whether the executor runs jobs by itself, from ``runFreely()`` on.
        var isFree = false
        /// Signalled by the next job that becomes ready.
        var arrival: DispatchSemaphore?
        /// The task whose job is running or ran last.
        var runningTask = 0
        /// The number of ready jobs that only enqueue a task again.
        var requeues = 0
        /// The index of each task, in the order of their first jobs, by its number in the run time.
        var tasks: [UInt64: Int] = [:]
        /// The name of each task, if names are kept.
        var names: [Int: String] = [:]
        /// The number of tasks that each member has made.
        var children: [String: Int] = [:]
        /// The task that the running job has made last.
        var newTask: Int?
        /// The names of the actors, by the number of their serial executors; the first two are for no actor, and for
        /// all plain actors.
        var actors: [String?] = [nil, "a plain actor"]
        /// The tasks that have entered each of them; see ``visitors``.
        var visitors: [ActorVisitors] = []
        /// The number of jobs that have become ready.
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

        /// Names the task whose first job becomes ready.
        mutating func name(_ task: Int, madeBy maker: TaskMaker) {
            newTask = task
            guard maker.isMember else {
                names[task] = maker.name
                return
            }
            let children = children[maker.name, default: -1] + 1
            self.children[maker.name] = children
            names[task] = children == 0 ? maker.name : "\(maker.name), child \(children)"
        }

        mutating func note(_ task: Int, enteringActor number: Int) {
            while visitors.count <= number { visitors.append(.none) }
            visitors[number].note(task)
        }

        mutating func take(at place: Int) -> Ready {
            let ready = jobs.remove(at: place)
            if ready.kind == .requeue { requeues -= 1 }
            return ready
        }

        /// Whether the caller has to start running jobs; true if the executor is free, has a job and runs none.
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
    /// Whether its jobs run on the main actor's thread, so that their isolation includes the main actor.
    package let isOnMainActor: Bool
    /// In a scenario, the executor of the actors that use this one.
    private let shared = Locked<ControlledSerialExecutor?>(nil)
    /// Returns the member that enqueues a job now; nil if names are not kept.
    private let naming: (@Sendable () -> TaskMaker?)?

    /// - Parameter seed: determines the order of the jobs; nil for the order of enqueueing.
    public convenience init(seed: UInt64? = nil) {
        self.init(seed: seed, onEnqueue: nil)
    }

    /// - Parameter onEnqueue: called in the call that makes a job ready, for tests of the locks that this call holds.
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
    ///   - naming: the member that makes a job ready now, for ``name(of:)``.
    ///   - isOnMainActor: whether its owner runs the jobs on the main actor's thread.
    init(naming: (@Sendable () -> TaskMaker?)?, isOnMainActor: Bool = false) {
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
    package var sharedIsolation: ControlledSerialExecutor {
        shared.withLock { shared in
            if shared == nil { shared = ControlledSerialExecutor(sharedBy: self) }
            return shared!
        }
    }

    /// The number of a serial executor that is being made.
    func nextIsolation(named name: String) -> Int {
        state.withLock { state in
            state.actors.append(name)
            return state.actors.count - 1
        }
    }

    /// Adds a job, which runs when the schedule chooses it.
    public func enqueue(_ job: consuming ExecutorJob) { enqueue(job, isolatedTo: nil) }

    func enqueue(_ job: consuming ExecutorJob, isolatedTo isolation: ControlledSerialExecutor?) {
        onEnqueue?()
        let job = UnownedJob(job)
        let number = taskNumber(of: job)
        let kind = JobKind(of: job)
        let maker = naming?()
        let (goesOn, arrival) = state.withLock { state in
            // A task yields, and enters a plain actor, by a job of the run time, which has no number.
            let isNew = number > 0 && state.tasks[number] == nil
            let task = number == 0 ? state.runningTask : state.index(ofTask: number)
            if let maker, isNew { state.name(task, madeBy: maker) }
            if kind == .requeue { state.requeues += 1 }
            state.arrivals += 1
            let actor = isolation?.number ?? (kind == .plainActor ? ReadyJob.plainActors : 0)
            let sight = ReadyJob(task: task, isolation: actor, arrival: state.arrivals)
            state.jobs.append(Ready(job: job, isolation: isolation, sight: sight, kind: kind))
            if actor > 0 { state.note(task, enteringActor: actor) }
            return (state.goOnFreely(), state.arrival.take())
        }
        arrival?.signal()
        if goesOn { runByItself() }
    }

    // MARK: Schedules

    /// Makes the tasks that have yielded ready again, and returns the number of ready jobs.
    ///
    /// Nothing depends on when that happens: the schedule decides afterwards which of them runs next.
    func requeueYielded() -> Int {
        while true {
            let (job, count) = state.withLock { state -> (Ready?, Int) in
                if state.isFree { return (nil, 0) }
                guard state.requeues > 0 else { return (nil, state.jobs.count) }
                return (state.jobs.firstIndex { $0.kind == .requeue }.map { state.take(at: $0) }, 0)
            }
            guard let job else { return count }
            run(job)
        }
    }

    /// The ready jobs, the oldest first.
    var readyJobs: [ReadyJob] { state.withLock { $0.jobs.map(\.sight) } }

    /// The tasks that have entered each actor, by the number of its serial executor.
    var visitors: [ActorVisitors] { state.withLock { $0.visitors } }

    /// The name of the task, and the actor that the job runs in.
    func name(of job: ReadyJob) -> (task: String, actor: String?) {
        state.withLock { ($0.names[job.task] ?? "something outside", $0.actors[job.isolation]) }
    }

    /// Names the task that the running job has just made; if it has made none, its own.
    func nameNewTask(_ name: String) {
        state.withLock { $0.names[$0.newTask.take() ?? $0.runningTask] = name }
    }

    /// Blocks the thread until a job is ready; returns false if `duration` passes first.
    func waitForArrival(within duration: Duration) -> Bool {
        let arrival = DispatchSemaphore(value: 0)
        let isReady = state.withLock { state in
            state.arrival = arrival
            return !state.jobs.isEmpty
        }
        let end = DispatchTime.now() + .milliseconds(Int(duration / .milliseconds(1)))
        return isReady || arrival.wait(timeout: end) == .success
    }

    /// Whether a job is running.
    public var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether no job is ready.
    public var isIdle: Bool { readyCount == 0 }

    /// The number of ready jobs; 0 after ``runFreely()``.
    public var readyCount: Int { state.withLock { $0.isFree ? 0 : $0.jobs.count } }

    /// Runs one job; returns false if none is ready.
    @discardableResult
    public func runNext() -> Bool {
        guard let job = state.withLock({ $0.isFree ? nil : $0.takeNext() }) else { return false }
        run(job)
        return true
    }

    /// Runs the ready job at `place`, counted from the oldest. Requires `0 <= place < readyCount`.
    public func runReady(at place: Int) {
        let job = state.withLock { state -> Ready? in
            guard !state.isFree, state.jobs.indices.contains(place) else { return nil }
            return state.take(at: place)
        }
        guard let job else { fatalError("Job \(place) is not ready: \(readyCount) are") }
        run(job)
    }

    /// Runs jobs until none is ready; returns their number.
    @discardableResult
    public func runUntilIdle() -> Int {
        var count = 0
        while runNext() { count += 1 }
        return count
    }

    /// Runs at most `count` jobs; none if it is below 1.
    public func run(atMost count: Int) {
        for _ in 0..<max(0, count) where !runNext() { return }
    }

    /// Ends the control: ready jobs and all later ones run by themselves, on another thread.
    ///
    /// Call it at the end of a test, when its runtimes and tasks are cancelled or about to be released, so that they
    /// end and are freed. Jobs run one at a time in the order in which they became ready, the first after the job that
    /// is running now. The other methods no longer find a ready job.
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

    /// Starts a task on this executor.
    @discardableResult
    public func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await operation() }
    }

    private func run(_ ready: Ready) {
        state.withLock { state in
            state.isRunning = true
            state.runningTask = ready.sight.task
            state.newTask = nil
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
