public import AsyncKit

/// The contents of a graph as its engine sees them, type-erased.
@usableFromInline
class GraphContents {
    init() {}

    /// The root of the graph's parts; a reference to it keeps every node alive.
    var parts: AnyObject? { nil }

    /// Ends the graph as if a parent had presented it; nil outside a harness.
    var dismissal: AnyScope.Dismissal? { nil }

    /// Releases the parts; from now on every action is ignored.
    func dropParts() {}

    /// Drops the actions that the host has accepted but not handled, and cancels their events.
    @usableFromInline
    func cancelAll() {}

    /// An effect has ended since the host paused because there were too many; it takes actions again.
    func resumeIntake() {}
}

/// The host's sink for a graph's states, with the state's type erased.
@usableFromInline
class AnyStateSink {
    /// The number of states emitted so far.
    final var emissionCount: Int = 0
    /// The subscribers; nil if the host takes every state. While there are no subscribers, no state has to be emitted.
    @usableFromInline let audience: BroadcastAudience?

    init(audience: BroadcastAudience? = nil) {
        self.audience = audience
    }

    /// Whether the audience has to be told that the state is about to change.
    final var needsAttention: Bool { audience?.needsAttention ?? false }

    /// Whether a new subscriber would begin with the present state, because the graph does not work.
    final var isResting: Bool { audience.map { !$0.isAtWork } ?? false }

    /// Whether an emitted state is shown to anyone. Asked in debug builds only.
    var showsStates: Bool { audience.map { !$0.isEmpty } ?? true }

    /// Gives the emitted states to the host; returns false if that must wait for demand.
    func flush() -> Bool { true }

    /// The states of the running step are shown with `transaction`, if the host shows them.
    func carry(_ transaction: ViewTransaction) {}

    /// Whether the sink holds states that must be flushed before the running step ends.
    var hasUnflushedStates: Bool { false }

    /// How long the subscribers without room may keep a step waiting, where their policies limit it.
    var patienceLimits: [Duration] { [] }

    /// The subscribers without room; gives up those whose policy allows no longer wait than `duration`.
    func subscribersWithoutRoom(after duration: Duration) -> [StalledSubscriber] { [] }

    /// The subscribers, for a snapshot.
    var subscribers: [SubscriberStatus] { [] }

    /// Returns when `flush()` can make progress, or when no subscriber is left.
    func waitForDemand() async {}

    /// Called when a step has ended and its states have been flushed; not for a step that `endQueuedStep()` has ended.
    func stepEnded() {}

    /// Ends the sink; flushed states are still delivered.
    func finish() {}

    /// Ends the sink and drops the states that have not been taken.
    func cancel() {}
}

/// Something that a suspended step waits for, piece by piece.
protocol StepWait: AnyObject {
    var cause: Stall.Cause { get }
    /// Waits for the next piece; returns false, for the last time, if there is none.
    func hasNext() async -> Bool
    /// Handles the piece, as a part of the step.
    func deliver()
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
