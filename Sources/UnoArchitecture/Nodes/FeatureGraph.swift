/// A running instance of an interactor: its root node, its state and its engine, driven by a host.
@usableFromInline
class FeatureGraph<State: Sendable, Action: Sendable>: GraphContents {
    @usableFromInline final let engine: GraphEngine
    @usableFromInline final let scope: StateScope<State>
    @exclusivity(unchecked) @usableFromInline final private(set) var root: Node<State, Action>!

    /// Makes a graph without parts, because they feed back to it or to its host; `makeParts` must follow.
    init(engine: GraphEngine, sink: StateSink<State>) {
        let scope = StateScope<State>(engine: engine, to: sink)
        self.engine = engine
        self.scope = scope
        super.init()
        sink.scope = scope
        engine.graph = self
        engine.rootScope = scope
    }

    /// Makes the parts of the graph. Call it once; nothing runs before `start()`.
    ///
    /// - Parameter state: nil for the interactor's initial value.
    final func makeParts(
        of interactor: some Interactor<State, Action>,
        feedback: Feedback<Action>,
        startingWith state: State? = nil
    ) {
        let content = GraphParts.content(of: interactor)
        var context = NodeContext(
            engine: engine,
            scope: scope,
            feedback: feedback,
            site: nil,
            atEnd: .wait,
            dependencies: FeatureDependencies(),
            replacements: Replacements.ofTask
        )
        let underTest = engine.underTest
        if let state = state ?? underTest?.initialState(State.self) {
            scope.setState(state)
            context = context.ignoringInitialValues()
        } else if content.hasStatefulPart {
            scope.setState(interactor.initialValue)
        }
        let node = GraphParts.makeNode(content, in: context)
        root = if let underTest { NodeUnderTest(node, in: scope, for: underTest) } else { node }
        if let listener = engine.listener {
            root.step = { [step = root.step] action in
                listener.received(action)
                step(action)
            }
        }
        if engine.observer?.wantsActions ?? false {
            root.step = { [unowned engine, step = root.step] action in
                // Nil as soon as the observer is known to hear no steps.
                engine.step.timer?.step?.action = action
                step(action)
            }
        }
    }

    override final var parts: AnyObject? { root }

    override final var dismissal: AnyScope.Dismissal? {
        guard let root = root as? NodeUnderTest<State, Action> else { return nil }
        return { [unowned root] _, site in root.dismiss(at: site) }
    }

    override final func tell(_ listener: any GraphListener, ended step: GraphStep) {
        listener.stepEnded(step, state: state)
    }

    override final func dropParts() { root = Node(engine: engine) }

    /// The state; nil in a graph of stream transformers that have emitted nothing.
    final var state: State? { scope.cell?.value }

    /// Runs the first step; if it has to wait, a task ends it. Call it before sharing the graph.
    final func begin() {
        guard let turn = engine.tryTurn() else { fatalError("A new graph is busy") }
        if turn.step(start) == .done { turn.end() } else { turn.settleAndEndInTask() }
    }

    /// The first step of every graph: emits the initial state, then starts the parts.
    @usableFromInline
    final func start() {
        engine.step(.start) {
            if scope.cell != nil { scope.emit() }
            root.start()
        }
    }

    /// Handles `action` as part of the running step.
    @inlinable
    final func receive(_ action: Action) {
        engine.status.action.during(action) {
            root.step(action)
            scope.emitPending()
        }
    }

    /// Handles `action` of the consumer of a stream in a step of its own. The caller must have a turn.
    @usableFromInline
    final func handle(_ action: Action) { engine.step(.sent) { receive(action) } }
}

extension FeatureGraph {
    /// Handles `action` in a step of its own, right after the running step and before anything that is queued.
    ///
    /// - Parameter begun: called when that step has begun.
    final func handleNext(
        _ action: Action,
        of scope: AnyScope,
        at site: CallSite,
        begun: @escaping (EventID?) -> Void = { _ in }
    ) {
        engine.nameNext(of: scope, at: site, isAction: true) { [self] eventID in
            begun(eventID)
            receive(action)
        }
    }

    /// Handles `action`, which `effect` feeds back and has counted, in the caller's turn, unless the effect or the graph is
    /// cancelled.
    ///
    /// - Parameter reply: hears at the end of the step what has become of an action that was accepted.
    final func receive(
        _ action: Action,
        of effect: EffectRun,
        from site: CallSite,
        reply: HandledReply? = nil
    ) -> SendOutcome {
        guard !engine.isCancelled, !effect.isCancelled else {
            effect.endFeedingBack()
            return .cancelled
        }
        engine.step(
            .fedBack,
            of: effect.eventID,
            by: effect,
            at: site,
            carrying: effect.context,
            reply: reply
        ) { receive(action) }
        return .accepted
    }
}
