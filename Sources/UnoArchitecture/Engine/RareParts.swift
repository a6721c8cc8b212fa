/// What an engine has that few graphs need: made with its first use, so that other graphs at rest hold no memory for it.
final class RareParts {
    fileprivate var bridges = Registrations<any BridgingNode>()
    fileprivate var stall: Stall?
    fileprivate var stallCount: UInt64 = 0
    fileprivate var parkedTurn: Turn?
}

extension GraphEngine {
    private var rare: RareParts {
        if let rareParts { return rareParts }
        let made = RareParts()
        rareParts = made
        return made
    }

    /// The parts that run stream transformers.
    var bridges: Registrations<any BridgingNode> { rareParts?.bridges ?? Registrations() }

    /// - Returns: the number of the part.
    func register(_ bridge: any BridgingNode) -> UInt64 {
        let number = bridges.next
        rare.bridges.add(bridge)
        status.add(GraphStatus.TransformerNote(number: number, type: bridge.transformerType, site: bridge.site))
        return number
    }

    func removeBridges(_ gone: Range<UInt64>) {
        guard !gone.isEmpty else { return }
        rareParts?.bridges.remove(gone)
        status.removeTransformers { gone.contains($0) }
    }

    func removeAllBridges() {
        guard let rareParts else { return }
        rareParts.bridges.removeAll()
        status.removeTransformers { _ in true }
    }

    /// What keeps the open step waiting.
    var stall: Stall? { rareParts?.stall }

    /// Begins the next stall.
    func beginStall(for cause: Stall.Cause) -> Stall {
        let rare = rare
        rare.stallCount += 1
        let stall = Stall(number: rare.stallCount, cause: cause, began: now)
        rare.stall = stall
        var transformer: Any.Type?
        if case .transformer(let part) = cause { transformer = part.transformerType }
        status.noteStall(GraphStatus.StallNote(transformer: transformer, began: stall.began))
        return stall
    }

    func endStall() {
        rareParts?.stall = nil
        status.noteStall(nil)
    }

    /// Stores a turn, which its caller has taken, for the task that will end it.
    func park(_ turn: consuming Turn) { rare.parkedTurn = consume turn }

    /// Returns the parked turn for the caller to end; nil if there is none.
    func unpark() -> Turn? { rareParts?.parkedTurn.take() }
}
