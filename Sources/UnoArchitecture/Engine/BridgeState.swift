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
        if let made = suspension.bridgeState { return made }
        let made = BridgeState()
        suspension.bridgeState = made
        return made
    }

    /// The parts that run stream transformers.
    var bridges: Registrations<any BridgingNode> { suspension.bridgeState?.bridges ?? Registrations() }

    /// - Returns: the number of the part.
    func register(_ bridge: any BridgingNode) -> UInt64 {
        let number = bridges.next
        madeBridgeState.bridges.add(bridge)
        status.add(GraphStatus.TransformerNote(number: number, type: bridge.transformerType, site: bridge.site))
        return number
    }

    func removeBridges(_ gone: Range<UInt64>) {
        guard !gone.isEmpty else { return }
        suspension.bridgeState?.bridges.remove(gone)
        status.removeTransformers { gone.contains($0) }
    }

    func removeAllBridges() {
        guard let bridgeState = suspension.bridgeState else { return }
        bridgeState.bridges.removeAll()
        status.removeTransformers { _ in true }
    }

    /// What keeps the open step waiting.
    var stall: Stall? { suspension.bridgeState?.stall }

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
        suspension.bridgeState?.stall = nil
        status.noteStall(nil)
    }

    /// Stores a turn, which its caller has taken, for the task that will end it.
    func park(_ turn: consuming Turn) { madeBridgeState.parkedTurn = consume turn }

    /// Returns the parked turn for the caller to end; nil if there is none.
    func unpark() -> Turn? { suspension.bridgeState?.parkedTurn.take() }
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

/// The parts of a graph that must be notified of its end, in the order of their creation.
struct Registrations<Part> {
    private struct Entry {
        let part: Part
        /// Unique and ascending.
        let number: UInt64
    }

    private var entries: [Entry] = []
    /// The number of the next part.
    private(set) var next: UInt64 = 0

    var parts: some Sequence<Part> { entries.lazy.map { $0.part } }

    mutating func add(_ part: Part) {
        entries.append(Entry(part: part, number: next))
        next += 1
    }

    /// Removes parts that end before the graph does. Complexity: O(n).
    mutating func remove(_ gone: Range<UInt64>) {
        if !gone.isEmpty { entries.removeAll { gone.contains($0.number) } }
    }

    mutating func removeAll() { entries = [] }
}

extension GraphEngine {
    /// The parts that one call of `registering(_:)` has registered.
    package struct Registered {
        let bridges: Range<UInt64>
        /// Whether a part does something without an action: a stream transformer, or a part that follows a value.
        let runsByItself: Bool

        package var hasBridges: Bool { !bridges.isEmpty }
    }

    /// Makes parts that may end before the graph does.
    package func registering<Parts>(_ make: () -> Parts) -> (Parts, Registered) {
        let (firstBridge, followers) = (bridges.next, following.partsMade)
        let parts = make()
        let runsByItself = bridges.next > firstBridge || following.partsMade != followers
        return (parts, Registered(bridges: firstBridge..<bridges.next, runsByItself: runsByItself))
    }

    func forget(_ registered: Registered) {
        removeBridges(registered.bridges)
    }
}
