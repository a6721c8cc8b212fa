internal import Synchronization
internal import UnoAsync

/// The isolation that one feature graph lives in.
///
/// Every step takes a *turn*: it enters the gate, runs synchronously on this actor, waits until bridges are settled
/// and the states are handed on, and leaves the gate. The order of turns is the order of entering.
///
/// 1. Entering the gate, on this actor: first come, first served; a cancelled task or a closed graph does not enter.
///    Nobody who is still on the way holds a turn, so the gate is free between any two pieces of code that run here,
///    unless a bridge or demand has suspended a step.
/// 2. The step: handlers run and effects begin, synchronously. Before it, each action that is held back and due has a
///    step of its own.
/// 3. Settling: frames that a bridge suspended run, in order, until no bridge is busy.
/// 4. Handing on: states go to the host's sink, which may wait for demand.
/// 5. `gate.leave()`: the next turn.
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

    nonisolated var gate: TurnstileStorage {
        _read { yield token.gate }
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

    // MARK: Turns

    /// Takes a turn, as soon as all that asked before have ended theirs; nil if the task or the graph is cancelled first.
    func turn() async -> Turn? {
        if Task.isCancelled || !gate.tryEnter() {
            guard await gate.enter() == .entered else { return nil }
        }
        return await handlingDueActions(Turn(engine))
    }

    /// Takes a turn whether or not the task is cancelled; nil if the graph has been cancelled.
    func turnIgnoringCancellation() async -> Turn? {
        guard let turn = await turnForDraining() else { return nil }
        return await handlingDueActions(turn)
    }

    /// As `turnIgnoringCancellation()`, for the drain loop, which handles due actions before each action itself.
    func turnForDraining() async -> Turn? {
        if !gate.tryEnter() {
            guard await gate.enterIgnoringCancellation() == .entered else { return nil }
        }
        return Turn(engine)
    }

    /// Takes the turn that was reserved earlier; nil if the graph has been cancelled.
    func turn(claiming place: TurnstileReservation) async -> Turn? {
        guard await place.claim() == .entered else { return nil }
        return await handlingDueActions(Turn(engine))
    }

    /// Every turn begins with the actions that are held back and due.
    private func handlingDueActions(_ turn: consuming Turn) async -> Turn {
        if turn.engine.holdsActions { await turn.engine.handleDueActions() }
        return turn
    }

    /// Takes a turn, runs one step in it and ends it; nil if the task or the graph is cancelled first.
    ///
    /// The turn is taken inside the isolation, so a caller that is still on its way never holds one.
    ///
    /// - Parameter ready: returns what the caller waits for before it asks for a turn; nil for nothing.
    nonisolated func step<Result: Sendable>(
        after ready: @Sendable (isolated GraphIsolation) -> AwaitedEnd? = { _ in nil },
        _ body: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Result? {
        await visit { isolation in
            await ready(isolation)?.wait()
            guard let turn = await isolation.turn() else { return nil }
            return await isolation.step(in: turn, body)
        }
    }

    /// Runs one step in `turn`, and ends it.
    func step<Result: Sendable>(
        in turn: consuming Turn,
        _ body: @Sendable (isolated GraphIsolation) -> Result
    ) async -> Result {
        let result = body(self)
        if turn.endStep() == .done { turn.end() } else { await turn.settleAndEnd() }
        return result
    }

    /// Runs one step in a turn of its own, unless `withdrawal` is used first.
    func step(
        unless withdrawal: TurnstileWithdrawal,
        _ body: @Sendable (isolated GraphIsolation) -> Void
    ) async -> Turnstile.Entry {
        let entry = await gate.enter(withdrawal: withdrawal)
        if entry == .entered { await step(in: handlingDueActions(Turn(engine)), body) }
        return entry
    }

    // MARK: Visits

    /// Runs `body` in the isolation, possibly between two pieces of a step; takes no turn.
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
        gate.close()
        tasks.startLast { await self.tearDown() }
    }

    private func tearDown() {
        engine.tearDown()
    }
}

/// The identity of a graph's isolation, known before the isolation itself is made, and what anybody may touch of it: the
/// ways in, and the diagnostics.
///
/// An actor for the sake of its executor, which is the isolation's unless another one is given. Nothing runs in it.
@usableFromInline
package actor IsolationToken {
    nonisolated let gate = TurnstileStorage()
    nonisolated let visitors = Visitors()
    nonisolated let log = DiagnosticLog()

    package init() {}
}

/// How many want into a graph's isolation without a turn: to read the state, to await an event, to end an effect.
///
/// The drain loop leaves the isolation to them; without this they would wait for a flood of actions to end.
struct Visitors: ~Copyable, Sendable {
    private let count = Atomic<Int32>(0)

    /// One atomic read, for each action.
    var areWaiting: Bool { count.load(ordering: .relaxed) > 0 }

    func announce() { count.add(1, ordering: .relaxed) }
    func arrived() { count.subtract(1, ordering: .relaxed) }
}
