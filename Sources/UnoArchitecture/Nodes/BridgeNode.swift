/// The node of a stream transformer.
///
/// Its emissions replace the state of the scope. An action suspends the step until the transformer asks for the next
/// action; a transformer that has ended rejects actions.
final class BridgeNode<State: Sendable, Action: Sendable>: Node<State, Action>, BridgeOwner {
    private let scope: StateScope<State>
    private let transformer: any Interactor<State, Action>
    let site: CallSite?
    private let atEnd: TransformerEnd
    /// See ``Followed/partsMade``.
    private var number: UInt64 = 0
    private var bridge: Bridge?
    private(set) var isWatched = false
    /// The wait of an earlier step, to be used again.
    private var spareWait: BridgeWait?

    init(_ context: NodeContext<State, Action>, transformer: any Interactor<State, Action>) {
        self.scope = context.scope
        self.transformer = transformer
        self.site = context.site
        self.atEnd = context.atEnd
        super.init(engine: context.engine)
        step = { [unowned self] in feed($0) }
        number = engine.register(self)
    }

    override func start() {
        // A part that starts may have the scope closed, by the copy of a value that it observes.
        guard scope.isOpen else { return }
        let isolation: GraphIsolation = engine.isolation
        let node = GraphBound(WeakPart(self), to: isolation.token)
        let bridge = Bridge(isolation: isolation) { state, isolation in
            // The bridge holds the turn, so no step can have removed it; the tear-down can, together with the node.
            guard let node = node.open(in: isolation).part else { return }
            node.engine.step(.transformer) {
                node.scope.loadFromParent()
                node.emit(state)
            }
        }
        self.bridge = bridge
        engine.status.start(number) { !bridge.hasEnded }
        bridge.start(transformer.interact)
        suspend(for: bridge, .settle)
    }

    private func feed(_ action: Action) {
        guard let bridge else { return }
        suspend(for: bridge, .feed(BridgeBox(action)))
    }

    override func stop() { stopBridge() }

    private func suspend(for bridge: Bridge, _ purpose: BridgeWait.Purpose) {
        let wait = spareWait.take() ?? BridgeWait()
        wait.begin(self, bridge, purpose)
        engine.suspension.suspend(for: wait)
    }

    func emit(_ state: Bridge.Boxed, of bridge: Bridge) {
        if self.bridge === bridge { emit(state) }
    }

    private func emit(_ state: Bridge.Boxed) {
        scope.replace(BridgeBox<State>.typed(state).value)
        scope.emit()
    }

    /// A transformer that was stopped, alone or with its graph, has not ended by itself.
    func actionRefused(by bridge: Bridge) {
        if self.bridge === bridge, !engine.tasks.isCancelled { reportEnded() }
    }

    func waitEnded(_ wait: BridgeWait) { spareWait = wait }

    func endWatch(_ watch: GraphTasks.ID?) {
        isWatched = false
        if let watch { engine.tasks.cancel(watch) }
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

    var isBridging: Bool { bridge.map { !$0.hasEnded } ?? false }

    func finishBridge() {
        guard let bridge else { return }
        if atEnd == .cancel { return stopBridge() }
        bridge.finish()
        let watch = watchEnd()
        isWatched = watch != nil
        suspend(for: bridge, .finish(watch))
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
        guard let bridge else { return }
        bridge.cancel()
        engine.status.start(number) { false }
        self.bridge = nil
    }
}
