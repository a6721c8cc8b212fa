internal import UnoAsync

/// A running instance of an interactor: its root node, its state and its engine, for a host to drive.
@usableFromInline
class FeatureGraph<State: Sendable, Action: Sendable>: DrainWork {
    @usableFromInline final let engine: GraphEngine
    @usableFromInline final let scope: StateScope<State>
    @exclusivity(unchecked) @usableFromInline final private(set) var root: Node<State, Action>!

    /// A graph without parts, for a host that is their way back and has to be there before them.
    init(engine: GraphEngine, sink: StateSink<State>) {
        self.engine = engine
        scope = RootScope(engine: engine, states: sink)
        super.init()
        engine.attach(self, scope, sink)
    }

    /// Makes the parts of `interactor`; nothing runs before `start()`.
    convenience init(
        _ interactor: some Interactor<State, Action>,
        engine: GraphEngine,
        sink: StateSink<State>,
        feedback: Feedback<Action>
    ) {
        self.init(engine: engine, sink: sink)
        makeParts(of: interactor, feedback: feedback)
    }

    /// Makes the parts, once; nothing runs before `start()`.
    final func makeParts(of interactor: some Interactor<State, Action>, feedback: Feedback<Action>) {
        if GraphParts.hasStatefulPart(interactor) { scope.cell = .make(interactor.initialValue) }
        let context = NodeContext(engine: engine, scope: scope, feedback: feedback, site: nil, atEnd: .wait)
        root = GraphParts.makeNode(interactor, in: context)
    }

    override final var parts: AnyObject? { root }

    override final func dropParts() { root = Node(engine: engine) }

    /// The state; nil in a graph of stream transformers that have emitted nothing.
    final var state: State? { scope.cell?.value }

    /// The step that every graph begins with: the initial state, then whatever runs by itself.
    final func start() {
        engine.beginStep(for: nil)
        if scope.cell != nil { scope.emit() }
        root.start()
        engine.followSlices()
    }

    /// Handles `action` as part of the step that has begun.
    final func receive(_ action: Action) {
        root.step(action)
        scope.settle()
        engine.followSlices()
    }
}

extension FeatureGraph {
    /// Handles `action`, which `effect` feeds back, in the turn that the caller has, unless it no longer counts.
    final func receive(_ action: Action, of effect: EffectRun, from site: CallSite) -> SendOutcome {
        guard !engine.isCancelled, !effect.isCancelled else { return .cancelled }
        engine.beginStep(of: effect, at: site)
        receive(action)
        return .accepted
    }
}

/// A way to a graph that does not keep it alive, for what its own parts hold.
final class GraphEntry<State: Sendable, Action: Sendable> {
    weak var graph: FeatureGraph<State, Action>?
}

extension GraphIsolation {
    /// Brings the graph to its end: what it holds back is handled, its effects end, its transformers finish.
    ///
    /// Each part of this is a turn of its own; in between, effects send their last states. What is held back when this
    /// begins is handled at once; what comes to be held back while effects run waits for its window, or until the last
    /// of them has ended.
    func finish() async {
        guard await finishingTurn({ $0.engine.beginFinishing() }) else { return }
        while !tasks.isCancelled {
            if engine.nextToFlush != nil {
                guard await finishingTurn({ $0.engine.nextToFlush?.flushDelayed() }) else { return }
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

    private func finishingTurn(_ step: @Sendable (isolated GraphIsolation) -> Void) async -> Bool {
        guard await turnLock.acquireIgnoringCancellation() == .acquired else { return false }
        await turn { isolation in
            isolation.engine.beginStep(for: nil)
            step(isolation)
        }
        return true
    }
}
