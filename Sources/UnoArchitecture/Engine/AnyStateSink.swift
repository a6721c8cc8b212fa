public import AsyncKit

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

    /// Takes the present state, which the root's scope emits.
    func emit() {}

    /// Called before the state changes and while a subscriber waits to be admitted.
    func beginWork() {}

    /// Gives the emitted states to the host; returns false if that must wait for demand.
    func flush() -> Bool { true }

    /// Flushes, and declares the state stable until `beginWork()`; returns false if that must wait for demand.
    func publishStable() -> Bool { flush() }

    /// Shows the states that are flushed from now on with `transaction`, nil for none, if the host shows states.
    func carry(_ transaction: ViewTransaction?) {}

    /// Whether the sink holds states that must be flushed before the running step ends.
    var hasUnflushedStates: Bool { false }

    /// How long the subscribers without room may keep a step waiting, where their policies limit it.
    var patienceLimits: [Duration] { [] }

    /// The subscribers without room. Gives up those whose policy allows no longer wait than `duration`.
    func subscribersWithoutRoom(
        after duration: Duration
    ) -> [(note: SubscriberNote?, site: CallSite?, isGivenUp: Bool)] { [] }

    /// Returns when `flush()` can make progress, or when no subscriber is left.
    func waitForDemand() async {}

    /// Called when a step has ended and its states have been flushed; not for a step that `endQueuedStep()` has ended.
    func stepEnded() {}

    /// Ends the sink and drops the states that have not been taken.
    func cancel() {}
}

/// How a view shows a change, such as an animation: an opaque value that travels with an event, an emission or an update.
///
/// The feature does not look into it. A `ViewModel` publishes the states that it belongs to inside its closure; other hosts
/// ignore it. With SwiftUI, `ViewTransaction(animation:)` makes one.
public struct ViewTransaction: Sendable {
    /// Runs a body that changes what views show.
    public typealias Run = @Sendable @MainActor (_ body: @MainActor () -> Void) -> Void

    package let run: Run

    /// Creates a transaction. `run` must call its argument once.
    public init(_ run: @escaping Run) { self.run = run }
}
