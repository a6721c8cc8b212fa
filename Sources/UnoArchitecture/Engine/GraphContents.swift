public import UnoAsync

/// What a graph is made of, as its engine sees it: without types.
@usableFromInline
class GraphContents {
    init() {}

    /// The root of the graph's parts; keeping it keeps every node.
    var parts: AnyObject? { nil }

    /// Lets go of the parts: from now on every action is ignored.
    func dropParts() {}

    /// Drops the actions that the host has taken in and not handled, as cancelled.
    @usableFromInline
    func cancelAll() {}
}

/// Where a graph's states go: the host's side of the engine.
@usableFromInline
class AnyStateSink {
    /// Nil where somebody takes every state. While it is empty nothing has to be emitted.
    @usableFromInline let audience: BroadcastAudience?

    init(audience: BroadcastAudience? = nil) {
        self.audience = audience
    }

    /// Hands on what is emitted; false if it has to wait for demand first.
    func flush() -> Bool { true }

    /// Whether states wait to be handed on one by one.
    var hasUnflushedStates: Bool { false }

    /// Returns when `flush()` may get further, or when nobody takes states any more.
    func waitForDemand() async {}

    /// A step that took a turn of its own is over, and its states are handed on. The drain loop's steps are not told.
    func stepEnded() {}

    /// No more states come; those handed on are still delivered.
    func finish() {}

    /// No more states come, and those not yet taken are dropped.
    func cancel() {}
}

/// A part that runs a stream transformer.
protocol BridgingNode: AnyObject {
    var isBridging: Bool { get }
    /// Whether a task sleeps that reports a transformer which keeps the end of the graph waiting.
    var isWatched: Bool { get }
    /// Tells the transformer that no more actions come, and waits for its last state within the running step.
    func finishBridge()
    func stopBridge()
}

/// The parts of a graph that need to hear of its end, in the order in which they were made.
struct Registrations<Part> {
    private struct Entry {
        let part: Part
        /// Which part it is: rising numbers.
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

    /// Forgets parts that go while the graph goes on. Complexity: O(n).
    mutating func remove(_ gone: Range<UInt64>) {
        if !gone.isEmpty { entries.removeAll { gone.contains($0.number) } }
    }

    mutating func removeAll() { entries = [] }
}

extension GraphEngine {
    /// What was registered while some parts were made.
    struct Registered {
        let bridges: Range<UInt64>

        var hasBridges: Bool { !bridges.isEmpty }
    }

    /// Makes parts that may go before the graph does.
    func registering<Parts>(_ make: () -> Parts) -> (Parts, Registered) {
        let firstBridge = bridges.next
        let parts = make()
        return (parts, Registered(bridges: firstBridge..<bridges.next))
    }

    func forget(_ registered: Registered) {
        bridges.remove(registered.bridges)
    }
}
