internal import AsyncKit
internal import Synchronization

/// The right to step a feature graph. At most one turn exists at a time; turns are granted in request order.
///
/// Only the graph's isolation makes turns (`GraphIsolation.turn()`), and `GraphEngine.tryTurn()` for a caller on its executor.
/// A turn stays inside the isolation and is ended exactly once:
///
/// ```swift
/// guard let turn = await isolation.turn() else { return }
/// if turn.step({ graph.receive(action) }) == .done { turn.end() } else { await turn.settleAndEnd() }
/// ```
///
/// A turn may run any number of steps, one after the other. Between two turns no step is open.
@usableFromInline
struct Turn: ~Copyable {
    @usableFromInline let engine: GraphEngine
    private var hasEnded = false

    /// The caller must have just acquired the turn lock of the graph.
    init(_ engine: GraphEngine) {
        self.engine = engine
        engine.noteBatch()
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

    /// Flushes the states of the open step, and ends it unless it has to wait.
    ///
    /// - Parameter isLast: whether to rest: no other step of the turn is expected; see ``GraphEngine/publishStable()``.
    @usableFromInline
    func endStep(isLast: Bool = true) -> StepEnd { engine.tryEndStep(isLast: isLast) ? .done : .open }

    /// Waits for the transformers and the subscribers that keep the step open, and ends it; so also the steps of the
    /// actions that come next. Between these, it leaves the isolation to visitors and the thread to other tasks.
    func settle() async {
        var count = 0
        await engine.settleStep()
        while engine.beginNextStep() {
            await engine.settleStep()
            count += 1
            // A chain that is long may have no end: a harness has to notice that soon.
            if count > NextAction.batchLimit {
                await ActorExit.yieldThread()
            } else if engine.token.visitors.areWaiting {
                await ActorExit.leaveAndReturn()
            }
        }
    }

    /// Waits until the states of the steps that have ended are flushed.
    func flushAll() async { await engine.flushAll() }

    /// Ends the turn; the next waiting caller gets one. No step may be open, unless the graph has been cancelled.
    @usableFromInline
    consuming func end() { hasEnded = true }

    consuming func settleAndEnd() async {
        await settle()
        end()
    }

    /// Settles the step and ends the turn in a task of the graph; in a cancelled graph, ends the turn at once.
    @usableFromInline
    consuming func settleAndEndInTask() {
        let (engine, isolation): (GraphEngine, GraphIsolation) = (engine, engine.isolation)
        engine.park(self)
        let task = isolation.tasks.startInternal { _ in await isolation.settleParkedTurn() }
        if task == nil { engine.unpark()?.end() }
    }

    deinit {
        if !hasEnded { fatalError("A turn was dropped; end it with end() or settleAndEnd()") }
        engine.releaseTurn()
    }
}

extension GraphIsolation {
    fileprivate func settleParkedTurn() async { await engine.unpark()?.settleAndEnd() }
}
