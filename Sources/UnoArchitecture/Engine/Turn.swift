internal import UnoAsync

/// The right to step a feature graph: at most one exists at a time, and they are given out in the order of asking.
///
/// A turn is made by its graph's isolation alone (`GraphIsolation.turn()`), stays inside it, and is ended exactly once:
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

    /// For a caller that has just entered the lock of the graph.
    init(_ engine: GraphEngine) {
        self.engine = engine
    }

    /// Runs `body`, which begins a step, and ends that step unless it has to wait.
    func step(_ body: () -> Void) -> StepEnd {
        body()
        return endStep()
    }

    /// Hands the states of the open step on, and ends it unless it has to wait.
    ///
    /// - Parameter isLast: whether no other step of the turn follows, as far as is known; see ``GraphEngine/rest()``.
    @usableFromInline
    func endStep(isLast: Bool = true) -> StepEnd { engine.tryEndStep(isLast: isLast) ? .done : .open }

    /// Waits for the transformers and the subscribers that the open step waits for, and ends the step.
    func settle() async { await engine.settleStep() }

    /// Waits until the states of the steps that have ended are handed on.
    func flushAll() async { await engine.flushAll() }

    /// Gives the turn to the next in line. No step may be open, unless the graph has been cancelled.
    @usableFromInline
    consuming func end() {
        hasEnded = true
        engine.token.gate.leave()
    }

    consuming func settleAndEnd() async {
        await settle()
        end()
    }

    /// Settles and ends in a task of the graph; at once if the graph has been cancelled.
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

/// How far a step, or a row of steps, has come when it returns.
@usableFromInline
enum StepEnd: Sendable {
    /// It is over, and nothing is left to do.
    case done
    /// It is over, and it is time to publish, to release mailbox capacity, or to let another caller in.
    case yield
    /// It is over, and its states wait for demand.
    case blocked
    /// It is not over: it waits for a stream transformer, or its states for demand.
    case open
    /// The graph has been cancelled.
    case cancelled
}
