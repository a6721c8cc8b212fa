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

    func register(_ bridge: any BridgingNode) { rare.bridges.add(bridge) }

    func removeBridges(_ gone: Range<UInt64>) { rareParts?.bridges.remove(gone) }

    func removeAllBridges() { rareParts?.bridges.removeAll() }

    /// What keeps the open step waiting.
    var stall: Stall? { rareParts?.stall }

    /// Begins the next stall.
    func beginStall(for cause: Stall.Cause) -> Stall {
        let rare = rare
        rare.stallCount += 1
        let stall = Stall(number: rare.stallCount, cause: cause, began: now)
        rare.stall = stall
        return stall
    }

    func endStall() { rareParts?.stall = nil }

    /// Stores a turn, which its caller has taken, for the task that will end it.
    func park(_ turn: consuming Turn) { rare.parkedTurn = consume turn }

    /// Returns the parked turn for the caller to end; nil if there is none.
    func unpark() -> Turn? { rareParts?.parkedTurn.take() }
}
