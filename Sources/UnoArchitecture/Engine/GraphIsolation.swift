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
    /// Nil for the defaults.
    nonisolated let settings: GraphSettings?

    @usableFromInline
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor?.unowned ?? token.unownedExecutor
    }

    @usableFromInline nonisolated var token: IsolationToken { boundEngine.token }
    nonisolated var clock: GraphClock { settings?.clock ?? .continuous }

    nonisolated var turnLock: AsyncLockStorage {
        _read { yield token.turnLock }
    }

    package nonisolated var log: DiagnosticLog {
        _read { yield token.log }
    }

    nonisolated var counts: ActionCounts {
        _read { yield token.counts }
    }

    nonisolated var status: GraphStatus {
        _read { yield token.status }
    }

    /// Nanoseconds of the graph's clock, for the ages of things.
    nonisolated var now: Int64 { settings?.clock?.nanoseconds ?? Platform.coarseUptime }

    /// Whether a job of a task may run on the thread of the handlers: both are at home on the global executor, or on one that
    /// the user has given for both. On the main actor, or where two were given, tasks must keep to their own.
    nonisolated var runsTasksInPlace: Bool { executor?.isSame(as: tasks.executor) ?? (tasks.executor == nil) }

    package var engine: GraphEngine { boundEngine.open(in: self) }

    private init(
        engine: GraphBound<GraphEngine>,
        tasks: GraphTasks,
        executor: RuntimeExecutor.Serial?,
        settings: GraphSettings?
    ) {
        self.tasks = tasks
        self.executor = executor
        self.boundEngine = engine
        self.settings = settings
    }

    /// Makes an isolation and its engine, whose states go to the host's `sink`. The caller may use the engine to build the graph until it hands out either.
    static func make(
        _ executor: RuntimeExecutor,
        _ settings: GraphSettings?,
        to sink: AnyStateSink
    ) -> (isolation: GraphIsolation, engine: GraphEngine) {
        let token = IsolationToken(title: settings?.title)
        let tasks = GraphTasks(executor: executor.tasks, basePriority: executor.basePriority)
        let engine = GraphEngine(token: token, tasks: tasks, sink: sink, settings: settings)
        let isolation = GraphIsolation(
            engine: GraphBound(engine, to: token),
            tasks: engine.tasks,
            executor: executor.serial,
            settings: settings
        )
        engine.isolation = isolation
        return (isolation, engine)
    }

    // MARK: Turns

    /// Takes a turn after all earlier callers have ended theirs; nil if the task or the graph is cancelled first.
    func turn() async -> Turn? {
        if Task.isCancelled || !turnLock.tryAcquire() {
            guard await turnLock.acquire() == .acquired else { return nil }
        }
        return await handlingDueActions(Turn(engine))
    }

    /// Takes a turn even if the task is cancelled; nil if the graph has been cancelled.
    func turnIgnoringCancellation() async -> Turn? {
        guard let turn = await turnForDraining() else { return nil }
        return await handlingDueActions(turn)
    }

    /// As `turnIgnoringCancellation()`, for the mailbox loop, which handles due actions before each action itself.
    func turnForDraining() async -> Turn? {
        if !turnLock.tryAcquire() {
            guard await turnLock.acquireIgnoringCancellation() == .acquired else { return nil }
        }
        return Turn(engine)
    }

    /// Takes the turn that was reserved earlier; nil if the graph has been cancelled.
    func turn(claiming place: AsyncLockReservation) async -> Turn? {
        guard await place.claim() == .acquired else { return nil }
        return await handlingDueActions(Turn(engine))
    }

    /// Every turn begins with the held actions that are due.
    private func handlingDueActions(_ turn: consuming Turn) async -> Turn {
        if turn.engine.holdsActions { await turn.engine.handleDueActions() }
        return turn
    }

    /// Takes a turn, runs one step in it and ends it; nil if the task or the graph is cancelled first.
    ///
    /// The turn is taken inside the isolation, so a caller that is still hopping onto the actor never holds one.
    ///
    /// - Parameter ready: returns an end to await before requesting the turn; nil if there is none.
    nonisolated func step<Result: Sendable>(
        after ready: @Sendable (isolated GraphIsolation) -> AwaitedEnd? = { _ in nil },
        _ body: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Result? {
        token.visitors.announce()
        return await stepHere(after: ready, body)
    }

    private func stepHere<Result: Sendable>(
        after ready: @Sendable (isolated GraphIsolation) -> AwaitedEnd?,
        _ body: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Result? {
        token.visitors.arrived()
        if let end = ready(self) { await end.wait() }
        guard let turn = await turn() else { return nil }
        return await step(in: turn, body)
    }

    /// Runs one step in `turn` and ends the turn.
    func step<Result: Sendable>(
        in turn: consuming Turn,
        _ body: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Result {
        let result = body(self)
        if turn.endSteps() == .done { turn.end() } else { await turn.settleAndEnd() }
        return result
    }

    /// Runs one step in a turn of its own, unless `withdrawal` withdraws the request first.
    func step(
        unless withdrawal: AsyncLockWithdrawal,
        _ body: @Sendable (isolated GraphIsolation) -> Void
    ) async -> AsyncLock.Acquisition {
        let entry = await turnLock.acquire(withdrawal: withdrawal)
        if entry == .acquired { await step(in: handlingDueActions(Turn(engine)), body) }
        return entry
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

    /// Ends the graph now: cancels everything that it started, and delivers nothing more.
    ///
    /// - Parameter atEnd: whether the graph has finished; otherwise it is cut short.
    /// - Returns: false if the graph had been cancelled before.
    @discardableResult
    nonisolated func cancel(atEnd: Bool = false) -> Bool {
        guard let last = tasks.cancelAllButLast(atEnd: atEnd) else { return false }
        turnLock.close()
        // At once, whatever blocks the isolation. Also an effect that is finishing may itself wait for the waiter, through a task
        // that is not the graph's and is not cancelled with it.
        token.waiters.close()
        tasks.startLast(last) { await self.tearDown() }
        return true
    }

    /// Ends a graph in which nothing is under way, without a task.
    func endAtRest(_ isFinished: Bool) {
        guard tasks.cancelAll(atEnd: isFinished) else { return }
        turnLock.close()
        token.waiters.close()
        tearDown()
    }

    private func tearDown() { engine.tearDown() }
}

/// Identifies a graph's isolation before the isolation exists. Holds what can be used from any thread: the turn lock, the
/// number of visitors, the tasks that await events, the counts of actions, what a snapshot shows, and the diagnostics.
///
/// An actor only for its executor, which the isolation uses unless it is given another one. No code is isolated to it.
@usableFromInline
package actor IsolationToken {
    nonisolated let turnLock = AsyncLockStorage()
    nonisolated let visitors = Visitors()
    nonisolated let waiters = EventWaiterTable()
    nonisolated let log: DiagnosticLog
    nonisolated let counts = ActionCounts()
    @usableFromInline nonisolated let status = GraphStatus()

    /// - Parameter title: the name of the host, for its diagnostics.
    package init(title: String? = nil) {
        log = DiagnosticLog(title: title)
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
