internal import UnoAsync

/// The isolation that one feature graph lives in.
///
/// Every step takes a *turn*: it acquires the turn lock, runs synchronously on this actor, waits until bridges are settled
/// and the states are handed on, and releases the lock. The order of turns is the order of requests.
///
/// 1. Acquiring the lock, on this actor: first come, first served; a cancelled task does not get it, nor does a closed graph.
///    A caller asks for the lock only after hopping onto this actor, so synchronous code here always finds it free, unless a
///    bridge or demand has suspended a step.
/// 2. The step: handlers run and effects begin, synchronously. Before it, each action that is held back and due has a
///    step of its own.
/// 3. Settling: frames that a bridge suspended run, in order, until no bridge is busy.
/// 4. Handing on: states go to the host's sink, which may wait for demand.
/// 5. `turnLock.release()`: the next turn.
@usableFromInline
package actor GraphIsolation {
    nonisolated let tasks: GraphTasks
    /// Nil for the executor of the token.
    private nonisolated let executor: RuntimeExecutor.Serial?
    private nonisolated let boundEngine: GraphBound<GraphEngine>
    /// Nil for `ContinuousClock`.
    private nonisolated let givenClock: GraphClock?

    @usableFromInline
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor?.unowned ?? token.unownedExecutor
    }

    nonisolated var token: IsolationToken { boundEngine.token }
    nonisolated var clock: GraphClock { givenClock ?? .continuous }

    nonisolated var turnLock: AsyncLockStorage {
        _read { yield token.turnLock }
    }

    nonisolated var log: DiagnosticLog {
        _read { yield token.log }
    }

    var engine: GraphEngine { boundEngine.open(in: self) }

    private init(
        engine: GraphBound<GraphEngine>,
        tasks: GraphTasks,
        executor: RuntimeExecutor.Serial?,
        clock: GraphClock?
    ) {
        self.tasks = tasks
        self.executor = executor
        self.boundEngine = engine
        self.givenClock = clock
    }

    /// An isolation, and its engine for the building of the graph, before anybody else has either.
    static func make(
        _ executor: RuntimeExecutor
    ) -> (isolation: GraphIsolation, engine: GraphEngine) {
        let token = IsolationToken()
        let engine = GraphEngine(token: token, tasks: GraphTasks(executor: executor.tasks))
        let isolation = GraphIsolation(
            engine: GraphBound(engine, to: token),
            tasks: engine.tasks,
            executor: executor.serial,
            clock: executor.clock
        )
        engine.isolation = isolation
        return (isolation, engine)
    }

    /// Takes a turn and runs one step in it.
    ///
    /// The turn is taken here, inside: nobody holds one who is still on the way.
    ///
    /// - Parameter ready: what has to be reached before the turn is asked for; nil for nothing.
    nonisolated func takeTurn<Result: Sendable>(
        after ready: @Sendable (isolated GraphIsolation) -> AwaitedEnd? = { _ in nil },
        step: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Turn<Result> {
        token.visitors.announce()
        return await takeTurnHere(after: ready, step: step)
    }

    private func takeTurnHere<Result: Sendable>(
        after ready: @Sendable (isolated GraphIsolation) -> AwaitedEnd?,
        step: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Turn<Result> {
        token.visitors.arrived()
        await ready(self)?.wait()
        if Task.isCancelled || !turnLock.tryAcquire(), let refusal = await acquireTurn() { return .refused(refusal) }
        return .taken(await turn(step))
    }

    /// Waits for the turn; nil when it has come, otherwise why it will not.
    private func acquireTurn() async -> SendOutcome? {
        switch await turnLock.acquire() {
        case .acquired: nil
        case .cancelled, .withdrawn: .cancelled
        case .closed: tasks.isCancelled ? .cancelled : .rejected(.shutDown)
        }
    }

    /// Waits for the turn whether or not the task is cancelled; false if the graph has ended.
    func enterIgnoringCancellation() async -> Bool {
        if turnLock.tryAcquire() { return true }
        return await turnLock.acquireIgnoringCancellation() == .acquired
    }

    /// Runs one step in the turn that the caller has, after what is due before it, and ends the turn.
    func turn<Result: Sendable>(_ step: @Sendable (isolated GraphIsolation) -> Result) async -> Result {
        let engine = engine
        if engine.holdsActions { await handleWhatIsDue() }
        let result = step(self)
        if !engine.finishStepNow() { await completeStep() }
        turnLock.release()
        return result
    }

    /// Handles the actions that are held back and due, each in a step of its own, in the turn that the caller has.
    func handleWhatIsDue() async {
        let engine = engine
        while engine.holdsActions, engine.beginDueStep() {
            engine.followSlices()
            if !engine.finishStepNow(isFollowUp: true, isLast: false) { await finishStep(isFollowUp: true) }
            engine.sink.stepEnded()
        }
    }

    /// Settles the bridges and hands the states on.
    func completeStep() async {
        let engine = engine
        if engine.isSuspended { await engine.settle() }
        await engine.handOn()
        engine.endStep()
        engine.sink.stepEnded()
    }

    /// Goes into the isolation between two pieces of a step; takes no turn.
    nonisolated func visit<Result: Sendable>(
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

    /// Ends the graph now: everything it started is cancelled, and nothing is delivered any more.
    ///
    /// - Parameter atEnd: whether the graph has come to its own end; otherwise it is cut short.
    nonisolated func cancel(atEnd: Bool = false) {
        guard tasks.cancelAll(atEnd: atEnd) else { return }
        turnLock.close()
        tasks.startLast { await self.tearDown() }
    }

    private func tearDown() {
        engine.tearDown()
    }
}
