/// The stream transformers of a graph, what they keep waiting, and the turn that a task takes over. Made with its first use: few
/// graphs need it, and the others hold no memory for it at rest.
final class BridgeState {
    fileprivate var bridges = Registrations<any BridgingNode>()
    fileprivate var stall: Stall?
    fileprivate var stallCount: UInt64 = 0
    fileprivate var parkedTurn: Turn?
}

extension GraphEngine {
    private var madeBridgeState: BridgeState {
        if let bridgeState { return bridgeState }
        let made = BridgeState()
        bridgeState = made
        return made
    }

    /// The parts that run stream transformers.
    var bridges: Registrations<any BridgingNode> { bridgeState?.bridges ?? Registrations() }

    /// - Returns: the number of the part.
    func register(_ bridge: any BridgingNode) -> UInt64 {
        let number = bridges.next
        madeBridgeState.bridges.add(bridge)
        status.add(GraphStatus.TransformerNote(number: number, type: bridge.transformerType, site: bridge.site))
        return number
    }

    func removeBridges(_ gone: Range<UInt64>) {
        guard !gone.isEmpty else { return }
        bridgeState?.bridges.remove(gone)
        status.removeTransformers { gone.contains($0) }
    }

    func removeAllBridges() {
        guard let bridgeState else { return }
        bridgeState.bridges.removeAll()
        status.removeTransformers { _ in true }
    }

    /// What keeps the open step waiting.
    var stall: Stall? { bridgeState?.stall }

    /// Begins the next stall.
    func beginStall(for cause: Stall.Cause) -> Stall {
        let rare = madeBridgeState
        rare.stallCount += 1
        let stall = Stall(number: rare.stallCount, cause: cause, began: now)
        rare.stall = stall
        var transformer: Any.Type?
        if case .transformer(let part) = cause { transformer = part.transformerType }
        status.noteStall(GraphStatus.StallNote(transformer: transformer, began: stall.began))
        return stall
    }

    func endStall() {
        bridgeState?.stall = nil
        status.noteStall(nil)
    }

    /// Stores a turn, which its caller has taken, for the task that will end it.
    func park(_ turn: consuming Turn) { madeBridgeState.parkedTurn = consume turn }

    /// Returns the parked turn for the caller to end; nil if there is none.
    func unpark() -> Turn? { bridgeState?.parkedTurn.take() }
}
