/// A step's wait for the transformer of a node.
final class BridgeWait: StepWait {
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

    var part: any BridgingNode { present.node }

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

/// A node that waits for its bridge; not generic, for ``BridgeWait``.
protocol BridgeOwner: BridgingNode {
    func emit(_ state: Bridge.Boxed, of bridge: Bridge)
    func actionRefused(by bridge: Bridge)
    func endWatch(_ watch: GraphTasks.ID?)
    func waitEnded(_ wait: BridgeWait)
}
