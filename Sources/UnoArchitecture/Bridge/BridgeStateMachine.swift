internal import AsyncKit

/// Tracks whether a stream transformer has asked for an action, what became of the state that it yielded, and who runs
/// the pump's jobs.
///
/// **The pump** is a task that takes the transformer's states, one after the other. Its jobs wait in a queue of the machine,
/// because the transformer is settled only when it has asked *and* the queue is empty: then nothing that it has yielded is on
/// its way. One party at a time runs the jobs, the *driver*:
///
/// 1. The engine, in the graph's isolation, for the jobs that it has queued itself by feeding or releasing the pump: it runs
///    the job, handles the state that the job has offered, releases the pump and runs its next job, all without leaving
///    the isolation. So an action that gives a state takes two switches: to the transformer and back.
/// 2. The runner, a task, in all other cases: for what others queue, such as a state that another task yields, or an
///    actor that the pump calls and that was idle. Such a job may run the calls of other tasks, and the isolation itself may
///    be that actor; so the engine never runs it, nor anything while it waits. The runner also takes what the
///    engine leaves behind, because it has run so many jobs that others must have their turn; and everything in a host
///    whose tasks do not belong on the thread of its handlers.
///
/// A job that is queued runs nothing at once: who queues it, a `yield` of the transformer, may hold a lock.
///
/// An engine that has just fed the transformer is the driver from that moment, although it has not looked yet; it must look.
/// It leaves with a state, or when the transformer is settled, and hands a queue that is not empty to the runner. While it
/// waits, or has been woken and has not looked, it is not the driver.
///
/// `Engine`, `Pump` and `Runner` stand for the continuations of the three waiting tasks; the machine returns each exactly once.
struct BridgeStateMachine<State: Sendable, Engine: Sendable, Pump: Sendable, Runner: Sendable, Job: Sendable>:
    ~Copyable,
    Sendable
{
    private enum Output: Sendable {
        /// The pump waits for the transformer to yield, or is about to. Then `offered` or `ended`.
        case pulling
        /// A state waits for the engine, or for the turn that has this withdrawal; the pump waits. Then `handling` or `ended`.
        case offered(State, AsyncLockWithdrawal?, Pump)
        /// A state is handled: by the engine, or in the turn that has this withdrawal; the pump waits. Then `released` or
        /// `ended`.
        case handling(Pump, late: AsyncLockWithdrawal?)
        /// The state has been handled; the pump is about to continue. Then `pulling` or `ended`.
        case released
        /// The transformer yields no more states. Final.
        case ended
    }

    private enum Driver: Sendable {
        /// No job is queued. Then `engine` or `runner`.
        case none
        /// The engine runs a job, or is about to look. Then `none` or `runner`.
        case engine
        /// The runner runs a job, or is about to look. Then `none`.
        case runner
    }

    /// The tasks to resume.
    struct Wakes {
        var engine: Engine?
        var pump: Pump?
        var runner: Runner?
    }

    /// What the engine does next.
    enum Look {
        /// Look again after the job.
        case run(Job)
        /// Look again after the release.
        case release(Pump)
        /// Handle the state; no other turn may get it.
        case emitted(State, AsyncLockWithdrawal?, Wakes)
        /// The transformer waits for its next action, or will never take one.
        case settled(Wakes)
        /// Wait, and look again.
        case wait(Wakes)
    }

    /// What the runner does next.
    enum RunnerLook {
        /// Look again after the job.
        case run(Job)
        /// Wait, and look again.
        case wait(Wakes)
        case stop
    }

    enum Offer {
        case taken(Wakes)
        /// The state waits for a turn of its own, unless the withdrawal withdraws it.
        case late(AsyncLockWithdrawal)
    }

    enum Feed {
        /// The engine must look afterwards, or leave.
        case send
        case refuse(BridgeFeed)
    }

    /// The number of jobs that the engine runs before it lets others into the isolation.
    static var batchLimit: Int { 32 }

    var pump: GraphTasks.ID?
    private let engineRunsJobs: Bool
    private var output = Output.pulling
    private var driver = Driver.none
    private var jobs = Deque<Job>()
    /// Whether the engine is feeding or releasing the pump, and has not looked since: what is queued is a job of the pump. It
    /// means nothing while the engine is not the driver.
    private var engineResumes = false
    /// Whether a job is queued that the engine must leave to the runner.
    private var hasForeignJobs = false
    /// The number of jobs that the engine has run since it fed the transformer or waited.
    private var jobsRun = 0
    private var engine: Engine?
    private var runner: Runner?
    private var runnerMustStop = false
    /// Whether the transformer waits for an action.
    private var hasAsked = false
    private var hasEverAsked = false
    /// Whether the transformer still holds its stream of actions.
    private var isListening = true
    private var inputHasFinished = false

    /// - Parameter engineRunsJobs: whether the engine may be the driver.
    init(engineRunsJobs: Bool) {
        self.engineRunsJobs = engineRunsJobs
    }

    var hasEnded: Bool {
        if case .ended = output { true } else { false }
    }

    // MARK: The jobs of the pump

    mutating func enqueue(_ job: Job) -> Wakes {
        jobs.append(job)
        if driver != .engine || !engineResumes { hasForeignJobs = true }
        return driver == .none ? Wakes(runner: wakeRunner()) : Wakes()
    }

    /// Called again after each job.
    mutating func runnerLooks() -> RunnerLook {
        guard driver == .runner else { return runnerMustStop ? .stop : .wait(Wakes()) }
        if let job = jobs.popFirst() { return .run(job) }
        driver = .none
        hasForeignJobs = false
        return .wait(Wakes(engine: settleIfReady()))
    }

    mutating func runnerWaits(_ waiting: Runner) -> Wakes {
        if driver == .runner || runnerMustStop { return Wakes(runner: waiting) }
        runner = waiting
        return Wakes()
    }

    /// No job is queued any more, from now on.
    mutating func stopRunner() -> Wakes {
        runnerMustStop = true
        return Wakes(runner: runner.take())
    }

    private mutating func wakeRunner() -> Runner? {
        driver = .runner
        // A runner that does not wait is about to look.
        return runner.take()
    }

    // MARK: The pump

    /// - Parameter withdrawal: made only for a state that the engine does not take.
    mutating func offer(
        _ state: State,
        from pump: Pump,
        _ withdrawal: @autoclosure () -> AsyncLockWithdrawal
    ) -> Offer {
        switch output {
        case .ended: return .taken(Wakes(pump: pump))
        case .pulling:
            if driver == .engine {
                output = .offered(state, nil, pump)
                return .taken(Wakes())
            }
            if let engine = wakeEngine() {
                output = .offered(state, nil, pump)
                return .taken(Wakes(engine: engine))
            }
            let withdrawal = withdrawal()
            output = .offered(state, withdrawal, pump)
            return .late(withdrawal)
        case .offered, .handling, .released:
            fatalError("The pump offers a state in \(output)")
        }
    }

    /// The offered state's turn has come; nil if the engine has taken the state, or the bridge has ended.
    mutating func takeLate(_ withdrawal: AsyncLockWithdrawal) -> State? {
        guard case .offered(let state, let own, let pump) = output, own === withdrawal else { return nil }
        output = .handling(pump, late: withdrawal)
        return state
    }

    /// The offered state's turn is over.
    mutating func lateHandled(_ withdrawal: AsyncLockWithdrawal) -> Wakes {
        // A step of that turn may have waited for the transformer, and so have released the pump.
        guard case .handling(let pump, late: let own?) = output, own === withdrawal else { return Wakes() }
        output = .released
        return Wakes(pump: pump)
    }

    /// The pump continues; false if no engine is there to take a state. Only the pump reports that: between its release and its
    /// run, the queue may be empty.
    mutating func pumpGoesOn() -> Bool {
        if case .released = output { output = .pulling }
        return !hasEnded
    }

    mutating func end() -> Wakes {
        output = .ended
        return Wakes(engine: wakeEngine())
    }

    // MARK: The transformer

    mutating func transformerAsked() -> Wakes {
        hasAsked = true
        hasEverAsked = true
        return Wakes(engine: settleIfReady())
    }

    /// The transformer has released its stream of actions.
    mutating func listenerLeft() -> Wakes {
        isListening = false
        return Wakes(engine: settleIfReady())
    }

    // MARK: The engine

    /// Called until it returns a state or that the transformer is settled.
    ///
    /// - Parameter mustLeave: whether another caller waits for the isolation, so that no job may keep it.
    mutating func engineLooks(mustLeave: Bool) -> Look {
        if engine != nil { fatalError("Two steps wait for one transformer") }
        engineResumes = false
        switch output {
        case .ended: return .settled(engineLeaves())
        case .offered(let state, let withdrawal, let pump):
            output = .handling(pump, late: nil)
            return .emitted(state, withdrawal, engineLeaves())
        case .handling(let pump, _):
            output = .released
            engineComes()
            engineResumes = true
            return .release(pump)
        case .pulling, .released:
            if driver == .runner { return .wait(Wakes()) }
            if isSettled { return .settled(engineLeaves()) }
            guard jobsRun < Self.batchLimit, !mustLeave, !hasForeignJobs else { return .wait(engineLeaves()) }
            guard let job = jobs.popFirst() else {
                engineComes()
                return .wait(Wakes())
            }
            jobsRun += 1
            return .run(job)
        }
    }

    /// The engine waits until there is something to look at.
    mutating func engineWaits(_ waiting: Engine) -> Wakes {
        if engine != nil { fatalError("Two steps wait for one transformer") }
        jobsRun = 0
        switch output {
        case .ended, .offered, .handling: return Wakes(engine: waiting)
        case .pulling, .released:
            engine = waiting
            let left = engineLeaves()
            return left.runner == nil ? Wakes(engine: settleIfReady()) : left
        }
    }

    /// Takes the transformer's permission to be sent an action. It must be settled.
    mutating func feed() -> Feed {
        guard isSettled else { return .refuse(.busy) }
        if hasEnded { return .refuse(.ended) }
        guard isListening else { return .refuse(hasEverAsked ? .ended : .ignored) }
        hasAsked = false
        jobsRun = 0
        engineComes()
        engineResumes = true
        return .send
    }

    /// The engine does not look again for now.
    mutating func engineLeaves() -> Wakes {
        guard driver == .engine else { return Wakes() }
        driver = .none
        return jobs.isEmpty ? Wakes() : Wakes(runner: wakeRunner())
    }

    /// No more actions follow; true if the transformer cannot notice, because it has released its stream of actions.
    mutating func finishInput() -> Bool {
        inputHasFinished = true
        return !isListening && !hasEnded
    }

    mutating func cancel() -> Wakes {
        defer { output = .ended }
        switch output {
        case .offered(_, _, let pump), .handling(let pump, _): return Wakes(engine: wakeEngine(), pump: pump)
        case .pulling, .released, .ended: return Wakes(engine: wakeEngine())
        }
    }

    /// Whether an engine that looks now would be told at once.
    private var isSettled: Bool {
        switch output {
        case .pulling: jobs.isEmpty && driver != .runner && !inputHasFinished && (hasAsked || !isListening)
        case .ended: true
        case .offered, .handling, .released: false
        }
    }

    private mutating func settleIfReady() -> Engine? { isSettled ? wakeEngine() : nil }

    private mutating func wakeEngine() -> Engine? { engine.take() }

    /// From now on the engine is about to look.
    private mutating func engineComes() {
        if engineRunsJobs, driver == .none { driver = .engine }
    }
}
