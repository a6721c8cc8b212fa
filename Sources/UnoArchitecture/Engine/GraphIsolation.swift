internal import AsyncKit
internal import Synchronization

/// The actor that a feature graph lives in.
///
/// Every step takes a *turn*: it acquires the turn lock, runs synchronously on this actor, waits until bridges are settled
/// and the states are flushed, and releases the lock. Turns are granted in the order of asking.
///
/// 1. Acquiring the turn lock, on this actor: first come, first served; a cancelled task or a closed graph does not get it. A
///    caller asks only after hopping onto this actor. So synchronous code here always finds the lock free, unless a
///    bridge or demand has suspended a step.
/// 2. The step: handlers run and effects begin, synchronously. Held actions that are due come first, each in a step of
///    its own.
/// 3. Settling: frames that a bridge suspended run, in order, until no bridge is busy.
/// 4. Flushing: states go to the host's sink, which may wait for demand.
/// 5. `turnLock.release()`: the next turn.
@usableFromInline
package actor GraphIsolation {
    package nonisolated let tasks: GraphTasks
    /// Nil: the token's executor is used.
    private nonisolated let executor: RuntimeExecutor.Serial?
    private nonisolated let boundEngine: GraphBound<GraphEngine>

    @usableFromInline
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor?.unowned ?? token.unownedExecutor
    }

    @usableFromInline nonisolated var token: IsolationToken { boundEngine.token }
    nonisolated var clock: GraphClock { token.settings?.clock ?? .continuous }

    package nonisolated var log: DiagnosticLog {
        _read { yield token.log }
    }

    /// The executor that the user has given for the handlers; nil if they have one of their own.
    package nonisolated var executorID: ObjectIdentifier? { executor?.id }

    /// Whether a job of a task may run on the thread of the handlers: both are at home on the global executor, or on one that
    /// the user has given for both. On the main actor, or where two were given, tasks must keep to their own.
    nonisolated var runsTasksInPlace: Bool { executor?.isSame(as: tasks.executor) ?? (tasks.executor == nil) }

    package var engine: GraphEngine { boundEngine.open(in: self) }

    private init(
        engine: GraphBound<GraphEngine>,
        tasks: GraphTasks,
        executor: RuntimeExecutor.Serial?
    ) {
        self.tasks = tasks
        self.executor = executor
        self.boundEngine = engine
    }

    /// Makes an isolation and its engine, whose states go to the host's `sink`. The caller may use the engine to build the graph until it hands out either.
    static func make(
        _ executor: RuntimeExecutor,
        _ settings: GraphSettings?,
        to sink: AnyStateSink
    ) -> (isolation: GraphIsolation, engine: GraphEngine) {
        let token = IsolationToken(settings)
        let tasks = GraphTasks(
            executor: executor.tasks,
            basePriority: executor.basePriority,
            holdsTasks: settings?.holdsTasks ?? false
        )
        let engine = GraphEngine(token: token, tasks: tasks, sink: sink)
        let isolation = GraphIsolation(
            engine: GraphBound(engine, to: token),
            tasks: tasks,
            executor: executor.serial
        )
        engine.isolation = isolation
        return (isolation, engine)
    }

    // MARK: Visits

    /// Runs `body` in the isolation without a turn, possibly in the middle of an open step.
    package nonisolated func visit<Result: Sendable>(
        _ body: @Sendable (isolated GraphIsolation) async -> Result
    ) async -> Result {
        token.visitors.announce()
        return await receive(body)
    }

    private func receive<Result: Sendable>(
        _ body: @Sendable (isolated GraphIsolation) async -> Result
    ) async -> Result {
        token.visitors.arrived()
        return await body(self)
    }
}

/// Identifies a graph's isolation before the isolation exists. Holds what can be used from any thread: the options, the turn
/// lock, the number of visitors, the tasks that await events, the counts of actions, what a snapshot shows, and the diagnostics.
///
/// An actor only for its executor, which the isolation uses unless it is given another one. No code is isolated to it.
@usableFromInline
package actor IsolationToken {
    /// Nil for the defaults.
    nonisolated let settings: GraphSettings?
    nonisolated let turnLock = AsyncLockStorage()
    nonisolated let visitors = Visitors()
    nonisolated let waiters = EventWaiterTable()
    nonisolated let log: DiagnosticLog
    nonisolated let counts = ActionCounts()
    /// The number of cancelled events whose visits have not come.
    nonisolated let cancellations = Atomic<Int>(0)
    @usableFromInline nonisolated let status = GraphStatus()

    /// Nanoseconds of the graph's clock, for the ages of things.
    nonisolated var now: Int64 { settings?.clock?.nanoseconds ?? Platform.coarseUptime }

    init(_ settings: GraphSettings?) {
        self.settings = settings
        log = DiagnosticLog(title: settings?.title)
    }
}

/// Counts the visitors that wait for a graph's isolation: callers without a turn that read the state or end an effect.
///
/// The mailbox loop leaves the isolation to them; otherwise they would have to wait until a flood of actions ends.
struct Visitors: ~Copyable, Sendable {
    private let count = Atomic<Int32>(0)

    /// One atomic load, for each action.
    var areWaiting: Bool { count.load(ordering: .relaxed) > 0 }

    func announce() { count.add(1, ordering: .relaxed) }
    func arrived() { count.subtract(1, ordering: .relaxed) }
}

/// The state of a step, or of a batch of steps, when it returns.
@usableFromInline
enum StepEnd: Sendable {
    /// Ended; nothing is left to do.
    case done
    /// Ended; it is time to publish, to release mailbox capacity, or to let another caller in.
    case yield
    /// Ended; its states wait for demand.
    case blocked
    /// Not ended: it waits for a stream transformer, or its states wait for demand.
    case open
    /// The graph has been cancelled.
    case cancelled
}
