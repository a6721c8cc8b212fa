internal import AsyncKit

/// The isolation that one feature graph lives in.
///
/// Every step takes a *turn*: it enters the gate, runs synchronously on this actor, waits until bridges are settled
/// and the states are handed on, and leaves the gate. The order of turns is the order of entering.
///
/// 1. Entering the gate: first come, first served; a cancelled task or a closed graph does not enter.
/// 2. The step: handlers run and effects begin, synchronously.
/// 3. Settling: frames that a bridge suspended run, in order, until no bridge is busy.
/// 4. Handing on: states go to the host's sink, which may wait for demand.
/// 5. `gate.leave()`: the next turn.
@usableFromInline
package actor GraphIsolation {
    nonisolated let token: IsolationToken
    nonisolated let tasks: GraphTasks
    nonisolated let log: DiagnosticLog
    /// Whether somebody in this isolation takes turns without waiting, by `tryEnter()`.
    ///
    /// Then no turn is held by a task that is not here yet: whoever wants one comes here first. So the gate is free
    /// between any two pieces of code that run here, unless a bridge has suspended a step.
    nonisolated let takesTurnsFromInside: Bool
    private nonisolated let executor: RuntimeExecutor.Serial
    private nonisolated let boundEngine: GraphBound<GraphEngine>

    @usableFromInline
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    nonisolated var gate: TurnstileStorage {
        _read { yield token.gate }
    }

    var engine: GraphEngine { boundEngine.open(in: self) }

    private init(
        engine: GraphBound<GraphEngine>,
        token: IsolationToken,
        tasks: GraphTasks,
        log: DiagnosticLog,
        takesTurnsFromInside: Bool,
        executor: RuntimeExecutor.Serial
    ) {
        self.token = token
        self.tasks = tasks
        self.log = log
        self.takesTurnsFromInside = takesTurnsFromInside
        self.executor = executor
        self.boundEngine = engine
    }

    /// An isolation, and its engine for the building of the graph, before anybody else has either.
    static func make(
        _ executor: RuntimeExecutor,
        takesTurnsFromInside: Bool = false
    ) -> (isolation: GraphIsolation, engine: GraphEngine) {
        let token = IsolationToken()
        let engine = GraphEngine(token: token, tasks: GraphTasks(executor: executor.tasks), log: DiagnosticLog())
        let isolation = GraphIsolation(
            engine: GraphBound(engine, to: token),
            token: token,
            tasks: engine.tasks,
            log: engine.log,
            takesTurnsFromInside: takesTurnsFromInside,
            executor: executor.makeSerial()
        )
        engine.isolation = isolation
        return (isolation, engine)
    }

    /// Takes a turn and runs one step in it.
    nonisolated func takeTurn<Result: Sendable>(
        _ step: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Turn<Result> {
        if takesTurnsFromInside { return await takeTurnInside(step) }
        if let refusal = await enterGate() { return .refused(refusal) }
        return .taken(await turn(step))
    }

    private func takeTurnInside<Result: Sendable>(
        _ step: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Turn<Result> {
        if let refusal = await enterGate() { return .refused(refusal) }
        return .taken(await turn(step))
    }

    /// Waits for the turn; nil when it has come, otherwise why it will not.
    private nonisolated func enterGate() async -> SendOutcome? {
        switch await gate.enter() {
        case .entered: nil
        case .cancelled, .withdrawn: .cancelled
        case .closed: tasks.isCancelled ? .cancelled : .rejected(.shutDown)
        }
    }

    /// Runs one step in the turn that the caller has, and ends the turn.
    func turn<Result: Sendable>(_ step: @Sendable (isolated GraphIsolation) -> Result) async -> Result {
        let result = step(self)
        await completeStep()
        gate.leave()
        return result
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
    nonisolated func cancel() {
        guard tasks.cancelAll() else { return }
        gate.close()
        tasks.startLast { await self.tearDown() }
    }

    private func tearDown() {
        engine.tearDown()
    }
}
