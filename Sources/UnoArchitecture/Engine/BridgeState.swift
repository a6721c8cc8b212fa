/// The stream transformers of a graph, and what the open step waits for. Made with its first use: few graphs need it, and the others
/// hold no memory for it at rest.
final class BridgeState {
    /// In the order of their creation; the numbers are unique and ascending.
    fileprivate(set) var bridges: [(part: any BridgingNode, number: UInt64)] = []
    var stall: Stall?
    var stallCount: UInt64 = 0
}

extension GraphEngine {
    var madeBridgeState: BridgeState {
        if let made = suspension.bridgeState { return made }
        let made = BridgeState()
        suspension.bridgeState = made
        return made
    }

    /// The parts that run stream transformers.
    var bridges: [(part: any BridgingNode, number: UInt64)] { suspension.bridgeState?.bridges ?? [] }

    /// - Returns: the number of the part.
    func register(_ bridge: any BridgingNode) -> UInt64 {
        let number = following.partsMade
        following.partsMade += 1
        madeBridgeState.bridges.append((bridge, number))
        status.add(GraphStatus.TransformerNote(number: number, type: bridge.transformerType, site: bridge.site))
        return number
    }

    /// Removes the parts with these numbers. Complexity: O(n) in all, if there are any.
    func removeBridges(_ gone: PartNumbers) {
        guard !gone.isEmpty, let state = suspension.bridgeState else { return }
        state.bridges.removeAll { gone.contains($0.number) }
        status.removeTransformers { gone.contains($0) }
    }

    /// Makes parts that may end before the graph does.
    ///
    /// - Returns: also the numbers of those that do something without an action.
    func registering<Parts>(_ make: () -> Parts) -> (Parts, PartNumbers) {
        let first = following.partsMade
        let parts = make()
        return (parts, first..<following.partsMade)
    }
}

/// A part that runs a stream transformer.
protocol BridgingNode: AnyObject {
    var isBridging: Bool { get }
    /// The type of the transformer, and where it stands in the body of its feature.
    var transformerType: Any.Type { get }
    var site: CallSite? { get }
    /// Whether a watchdog task is running, which reports the transformer if it delays the end of the graph.
    var isWatched: Bool { get }
    /// Ends the transformer's actions, and suspends the running step until the transformer's last state.
    func finishBridge()
    func stopBridge()
}
