internal import AsyncKit

/// The right to step a feature graph. At most one turn exists at a time; turns are granted in request order.
///
/// Only the graph's isolation makes turns (`GraphIsolation.turn()`), and `GraphEngine.tryTurn()` for a caller on its executor. A turn
/// that was handed over is made anew by the task that takes it over, or by the caller if no task was started.
/// A turn stays inside the isolation and is ended exactly once:
///
/// ```swift
/// guard let turn = await isolation.turn() else { return }
/// if turn.step({ graph.handle(action) }) == .done { turn.end() } else { await turn.settleAndEnd() }
/// ```
///
/// A turn may run any number of steps, one after the other. Between two turns no step is open.
@usableFromInline
struct Turn: ~Copyable {
    @usableFromInline let engine: GraphEngine
    private var stage = Stage.held

    private enum Stage {
        case held, ended, handedOver
    }

    /// The caller must have just acquired the turn lock of the graph.
    init(_ engine: GraphEngine) {
        #if DEBUG
            engine.turnChangesHands(wasHandedOver: false, isHandedOver: false)
        #endif
        self.engine = engine
        engine.noteBatch()
    }

    /// The turn that has been handed over to the caller; see ``handOver()``.
    init(takingOver engine: GraphEngine) {
        #if DEBUG
            engine.turnChangesHands(wasHandedOver: true, isHandedOver: false)
        #endif
        self.engine = engine
    }

    /// Runs `body`, which may begin a step, and ends that step and those of its next actions, unless one has to wait.
    func step(_ body: () -> Void) -> StepEnd {
        body()
        return endSteps()
    }

    /// Ends the open step, if there is one, and runs the steps of the actions that its handlers have named to come next.
    ///
    /// - Returns: `.open` if the last of these steps has to wait, or if there are so many that the caller has to leave its
    ///   thread to others; ``settle()`` goes on.
    func endSteps() -> StepEnd {
        var count = 0
        while engine.tryEndStep(isLast: true) {
            guard engine.beginNextStep() else { return .done }
            count += 1
            if count == NextAction.batchLimit { break }
        }
        return .open
    }

    /// Waits for the transformers and the subscribers that keep the step open, and ends it; so also the steps of the
    /// actions that come next. Between these, it leaves the isolation to visitors and the thread to other tasks.
    func settle() async {
        var count = 0
        await engine.settleStep()
        while engine.beginNextStep() {
            await engine.settleStep()
            count += 1
            await engine.letOthersIn(after: count)
        }
    }

    /// Ends the turn; the next waiting caller gets one. A step may be open only if the graph is being cancelled. This closes the lock
    /// then, because the thread that cancels the graph may not have done so yet.
    @usableFromInline
    consuming func end() {
        if engine.isStepping {
            #if DEBUG
                if !engine.tasks.isCancelled { fatalError("A turn ended with a step open, in a graph that goes on") }
            #endif
            engine.token.turnLock.close()
        }
        stage = .ended
    }

    /// Ends the turn of a host that has been released, on any thread. No other turn begins, since a step may be open.
    consuming func abandon() {
        engine.token.turnLock.close()
        stage = .ended
    }

    consuming func settleAndEnd() async {
        await settle()
        end()
    }

    /// Settles the step and ends the turn in a task of the graph; in a cancelled graph, ends the turn at once.
    @usableFromInline
    consuming func settleAndEndInTask() {
        let (engine, isolation): (GraphEngine, GraphIsolation) = (engine, engine.isolation)
        handOver()
        let task = isolation.tasks.startInternal { _ in await isolation.settleHandedOverTurn() }
        if task == nil { Turn(takingOver: engine).end() }
    }

    /// Leaves the turn to a task that the caller starts, or has failed to start: it makes a `Turn(takingOver:)`.
    consuming func handOver() {
        #if DEBUG
            engine.turnChangesHands(wasHandedOver: false, isHandedOver: true)
        #endif
        stage = .handedOver
    }

    deinit {
        switch stage {
        case .held: fatalError("A turn was dropped; end it with end() or settleAndEnd()")
        case .ended: engine.token.turnLock.release()
        case .handedOver: break
        }
    }
}

extension GraphIsolation {
    /// Takes a turn after all earlier callers have ended theirs; nil if the task or the graph is cancelled first.
    func turn() async -> Turn? {
        if Task.isCancelled || !token.turnLock.tryAcquire() {
            guard await token.turnLock.acquire() == .acquired else { return nil }
        }
        return await handlingDueActions(Turn(engine))
    }

    /// Takes a turn even if the task is cancelled; nil if the graph has been cancelled.
    func turnIgnoringCancellation() async -> Turn? {
        guard let turn = await turnForLoop() else { return nil }
        return await handlingDueActions(turn)
    }

    /// As `turnIgnoringCancellation()`, for the mailbox loop, which handles due actions before each action itself.
    func turnForLoop() async -> Turn? {
        if !token.turnLock.tryAcquire() {
            guard await token.turnLock.acquireIgnoringCancellation() == .acquired else { return nil }
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
        if turn.engine.hasActionsFirst { await turn.engine.handleDueActions() }
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
        let entry = await token.turnLock.acquire(withdrawal: withdrawal)
        if entry == .acquired { await step(in: handlingDueActions(Turn(engine)), body) }
        return entry
    }

    fileprivate func settleHandedOverTurn() async { await Turn(takingOver: engine).settleAndEnd() }
}
