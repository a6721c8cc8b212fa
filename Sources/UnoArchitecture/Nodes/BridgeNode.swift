/// The node of a stream transformer.
///
/// Its emissions replace the state of the scope. An action suspends the step until the transformer asks for the next
/// action; a transformer that has ended rejects actions.
final class BridgeNode<State: Sendable, Action: Sendable>: Node<State, Action>, BridgingNode {
    private let scope: StateScope<State>
    private let transformer: any Interactor<State, Action>
    let site: CallSite?
    private let atEnd: TransformerEnd
    private var bridge: Bridge?
    private(set) var isWatched = false

    init(_ context: NodeContext<State, Action>, transformer: any Interactor<State, Action>) {
        self.scope = context.scope
        self.transformer = transformer
        self.site = context.site
        self.atEnd = context.atEnd
        super.init(engine: context.engine)
        step = { [unowned self] in feed($0) }
        engine.register(self)
    }

    override func start() {
        let isolation: GraphIsolation = engine.isolation
        let node = GraphBound(WeakPart(self), to: isolation.token)
        let bridge = Bridge(isolation: isolation) { state, isolation in
            // The bridge holds the turn, so no step can have removed it; the tear-down can, together with the node.
            guard let node = node.open(in: isolation).part else { return }
            node.engine.beginStep(for: nil)
            node.scope.beginStep()
            node.emit(state)
            node.engine.followSlices()
        }
        self.bridge = bridge
        bridge.start(transformer.interact)
        settle(bridge)
    }

    private func feed(_ action: Action) {
        guard let bridge else { return }
        let action = BridgeBox(action)
        var outcome: BridgeFeed?
        engine.suspend(for: stallCause) { [self] in
            // First the states yielded before it asked, then the action, then the states yielded until it asks again.
            if outcome == nil {
                if !bridge.isSettled, let emission = await nextEmission(of: bridge) { return emission }
                outcome = await bridge.feed(action)
            }
            // A transformer that was stopped, alone or with its graph, has not ended by itself.
            if outcome == .ended, self.bridge === bridge, !engine.tasks.isCancelled { reportEnded() }
            return outcome == .accepted ? await nextEmission(of: bridge) : nil
        }
    }

    override func stop() { stopBridge() }

    private func settle(_ bridge: Bridge) {
        engine.suspend(for: stallCause) { [self] in await nextEmission(of: bridge) }
    }

    private func nextEmission(of bridge: Bridge) async -> (() -> Void)? {
        guard case .emitted(let state) = await bridge.next() else { return nil }
        return { [self] in
            if self.bridge === bridge { emit(state) }
        }
    }

    private func emit(_ state: Bridge.Boxed) {
        scope.replace((state as! BridgeBox<State>).value)
        scope.emit()
    }

    private func reportEnded() {
        engine.refuse()
        engine.log.report(
            .childEnded,
            "\(type(of: transformer)) was sent an action after its stream had ended",
            at: site
        )
    }

    // MARK: BridgingNode

    var transformerType: Any.Type { type(of: transformer) }

    private var stallCause: Stall.Cause { .transformer(self) }

    var isBridging: Bool { bridge.map { !$0.hasEnded } ?? false }

    func finishBridge() {
        guard let bridge else { return }
        if atEnd == .cancel { return stopBridge() }
        bridge.finish()
        let watch = watchEnd()
        isWatched = watch != nil
        engine.suspend(for: stallCause) { [self] in
            if let emission = await nextEmission(of: bridge) { return emission }
            isWatched = false
            if let watch { engine.tasks.cancel(watch) }
            return nil
        }
    }

    /// Reports the transformer if it delays the end of the graph.
    private func watchEnd() -> GraphTasks.ID? {
        let isolation: GraphIsolation = engine.isolation
        return isolation.tasks.startInternal { [name = "\(type(of: transformer))", site] _ in
            guard await isolation.clock.sleep(for: .seconds(5)) else { return }
            isolation.log.report(
                .transformerOutlivesActions,
                """
                \(name) has delayed the end of its graph for 5 seconds: its stream continues although its actions \
                have ended. Finish the stream when the actions end, or declare .atEnd(.cancel)
                """,
                at: site,
                about: name
            )
        }
    }

    func stopBridge() {
        bridge?.cancel()
        bridge = nil
    }
}
