/// The node of a stream transformer.
///
/// Its emissions replace the state of the scope. An action suspends the step until the transformer asks for the next
/// action; a transformer that has ended rejects actions.
final class BridgeNode<State: Sendable, Action: Sendable>: Node<State, Action>, BridgeOwner {
    private let scope: StateScope<State>
    private let transformer: any Interactor<State, Action>
    let site: CallSite?
    private let atEnd: TransformerEnd
    /// Its number among the transformers of the graph.
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
        let isolation: GraphIsolation = engine.isolation
        let node = GraphBound(WeakPart(self), to: isolation.token)
        let bridge = Bridge(isolation: isolation) { state, isolation in
            // The bridge holds the turn, so no step can have removed it; the tear-down can, together with the node.
            guard let node = node.open(in: isolation).part else { return }
            node.engine.step(.transformer) {
                node.scope.beginStep()
                node.emit(state)
            }
        }
        self.bridge = bridge
        engine.status.start(number) { !bridge.hasEnded }
        bridge.start(transformer.interact)
        settle(bridge)
    }

    private func feed(_ action: Action) {
        guard let bridge else { return }
        suspend(for: bridge, .feed(BridgeBox(action)))
    }

    override func stop() { stopBridge() }

    private func settle(_ bridge: Bridge) { suspend(for: bridge, .settle) }

    private func suspend(for bridge: Bridge, _ purpose: BridgeWait.Purpose) {
        let wait = spareWait.take() ?? BridgeWait()
        wait.begin(self, bridge, purpose)
        engine.suspend(for: wait)
    }

    fileprivate func emit(_ state: Bridge.Boxed, of bridge: Bridge) {
        if self.bridge === bridge { emit(state) }
    }

    private func emit(_ state: Bridge.Boxed) {
        scope.replace(BridgeBox<State>.typed(state).value)
        scope.emit()
    }

    /// A transformer that was stopped, alone or with its graph, has not ended by itself.
    fileprivate func actionRefused(by bridge: Bridge) {
        if self.bridge === bridge, !engine.tasks.isCancelled { reportEnded() }
    }

    fileprivate func waitEnded(_ wait: BridgeWait) { spareWait = wait }

    fileprivate func endWatch(_ watch: GraphTasks.ID?) {
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

    fileprivate var stallCause: Stall.Cause { .transformer(self) }

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

/// A node that waits for its bridge; not generic, for ``BridgeWait``.
private protocol BridgeOwner: BridgingNode {
    var stallCause: Stall.Cause { get }
    func emit(_ state: Bridge.Boxed, of bridge: Bridge)
    func actionRefused(by bridge: Bridge)
    func endWatch(_ watch: GraphTasks.ID?)
    func waitEnded(_ wait: BridgeWait)
}

/// A step's wait for the transformer of a node.
private final class BridgeWait: StepWait {
    enum Purpose {
        /// The states that the transformer yields until it asks for an action.
        case settle
        /// First the states that it yields before it asks, then the action, then the states until it asks again.
        case feed(Bridge.Boxed)
        /// The states that it yields until its end, which the task watches.
        case finish(GraphTasks.ID?)
    }

    /// Nil between two waits.
    private var target: (node: any BridgeOwner, bridge: Bridge)?
    private var purpose = Purpose.settle
    private var state: Bridge.Boxed?

    func begin(_ node: any BridgeOwner, _ bridge: Bridge, _ purpose: Purpose) {
        target = (node, bridge)
        self.purpose = purpose
    }

    var cause: Stall.Cause { present.node.stallCause }

    func hasNext() async -> Bool {
        let (node, bridge) = present
        while case .feed(let action) = purpose {
            switch await bridge.feed(action) {
            case .busy:
                state = await bridge.next()
                if state != nil { return true }
            case .accepted: purpose = .settle
            case .ended:
                node.actionRefused(by: bridge)
                return end(of: node)
            case .ignored: return end(of: node)
            }
        }
        state = await bridge.next()
        if state != nil { return true }
        if case .finish(let watch) = purpose { node.endWatch(watch) }
        return end(of: node)
    }

    func deliver() {
        guard let state = state.take() else { return }
        let (node, bridge) = present
        node.emit(state, of: bridge)
    }

    private var present: (node: any BridgeOwner, bridge: Bridge) {
        guard let target else { fatalError("A wait for a transformer is used after its end") }
        return target
    }

    private func end(of node: any BridgeOwner) -> Bool {
        (target, purpose) = (nil, .settle)
        node.waitEnded(self)
        return false
    }
}
