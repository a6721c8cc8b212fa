internal import UnoAsync

/// The right to step a feature graph. At most one turn exists at a time; turns are granted in request order.
///
/// Only the graph's isolation makes turns (`GraphIsolation.turn()`). A turn stays inside it and is ended exactly once:
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

    /// The caller must have just entered the gate of the graph.
    init(_ engine: GraphEngine) {
        self.engine = engine
    }

    /// Runs `body`, which begins a step, and ends that step unless it has to wait.
    func step(_ body: () -> Void) -> StepEnd {
        body()
        return endStep()
    }

    /// Flushes the states of the open step, and ends it unless it has to wait.
    ///
    /// - Parameter isLast: whether to rest: no other step of the turn is expected; see ``GraphEngine/rest()``.
    @usableFromInline
    func endStep(isLast: Bool = true) -> StepEnd { engine.tryEndStep(isLast: isLast) ? .done : .open }

    /// Waits for the transformers and the subscribers that keep the step open, and ends the step.
    func settle() async { await engine.settleStep() }

    /// Waits until the states of the steps that have ended are flushed.
    func flushAll() async { await engine.flushAll() }

    /// Ends the turn; the next waiting caller gets one. No step may be open, unless the graph has been cancelled.
    @usableFromInline
    consuming func end() {
        hasEnded = true
        engine.token.turnLock.release()
    }

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
    }
}

extension GraphIsolation {
    fileprivate func settleParkedTurn() async { await engine.unpark()?.settleAndEnd() }
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
