internal import AsyncKit

/// A running instance of an interactor: its root node, its state and its engine, for a host to drive.
@usableFromInline
final class FeatureGraph<State: Sendable, Action: Sendable> {
    @usableFromInline let engine: GraphEngine
    @usableFromInline let scope: StateScope<State>
    @usableFromInline let root: Node<State, Action>

    /// Makes the parts of `interactor`; nothing runs before `start()`.
    init(
        _ interactor: some Interactor<State, Action>,
        engine: GraphEngine,
        sink: StateSink<State>,
        feedback: Feedback<Action>
    ) {
        self.engine = engine
        let scope = StateScope<State>.root(engine: engine, sink: sink)
        if GraphParts.hasStatefulPart(interactor) { scope.cell = .make(interactor.initialValue) }
        self.scope = scope
        self.root = GraphParts.makeNode(
            interactor,
            in: NodeContext(engine: engine, scope: scope, feedback: feedback, site: nil)
        )
        engine.attach(self, scope, sink)
    }

    /// The state; nil in a graph of stream transformers that have emitted nothing.
    var state: State? { scope.cell?.value }

    /// The step that every graph begins with: the initial state, then whatever runs by itself.
    func start() {
        engine.beginStep(for: nil)
        if scope.cell != nil { scope.emit() }
        root.start()
        engine.followSlices()
    }

    /// Handles `action` as part of the step that has begun.
    func receive(_ action: Action) {
        root.step(action)
        scope.settle()
        engine.followSlices()
    }
}

/// A way to a graph that does not keep it alive, for what its own parts hold.
final class GraphEntry<State: Sendable, Action: Sendable> {
    weak var graph: FeatureGraph<State, Action>?
}

extension GraphIsolation {
    /// Brings the graph to its end: what it holds back is handled, its effects end, its transformers finish.
    ///
    /// Each part of this is a turn of its own; in between, effects send their last states.
    func finish() async {
        guard await finishingTurn({ $0.engine.beginFinishing() }) else { return }
        while !tasks.isCancelled {
            if engine.delays.parts.contains(where: \.holdsAction) {
                guard
                    await finishingTurn({ isolation in
                        isolation.engine.delays.parts.first(where: \.holdsAction)?.flushDelayed()
                    })
                else { return }
            } else if engine.activities.hasRuns {
                await engine.activities.quiet()
            } else if engine.bridges.parts.contains(where: \.isBridging) {
                guard
                    await finishingTurn({ isolation in
                        isolation.engine.bridges.parts.first(where: \.isBridging)?.finishBridge()
                    })
                else { return }
            } else {
                return
            }
        }
    }

    /// Handles `action` in a turn of its own, for the event `ticket`, unless it no longer counts by then.
    nonisolated func receive<State, Action>(
        _ action: Action,
        at entry: GraphBound<GraphEntry<State, Action>>,
        for ticket: Ticket?,
        _ validity: EffectValidity?,
        from site: CallSite
    ) async -> SendOutcome {
        await takeTurn { isolation in
            guard let graph = entry.open(in: isolation).graph,
                !(ticket?.isCancelled ?? false), !(validity?.isRevoked ?? false)
            else {
                return .cancelled
            }
            graph.engine.beginStep(for: ticket, at: site)
            graph.receive(action)
            return .accepted
        }.outcome
    }

    private func finishingTurn(_ step: @Sendable (isolated GraphIsolation) -> Void) async -> Bool {
        guard await gate.enterIgnoringCancellation() == .entered else { return false }
        await turn { isolation in
            isolation.engine.beginStep(for: nil)
            step(isolation)
        }
        return true
    }
}
