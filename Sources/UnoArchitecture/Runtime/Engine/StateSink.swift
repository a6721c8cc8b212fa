public import AsyncKit

/// Where a graph's states go: the host's side of the engine.
@usableFromInline
class AnyStateSink {
    @usableFromInline let audience: BroadcastAudience?
    /// An emission is noted, and the state will be read when it is due: as long as the audience is empty, another
    /// emission changes nothing.
    @exclusivity(unchecked) @usableFromInline final var isResting = false

    /// Nobody watches, and an emission is noted.
    final var isUnwatched: Bool { isResting && audience?.isEmpty ?? false }

    init(audience: BroadcastAudience? = nil) {
        self.audience = audience
    }

    /// Hands on what is emitted; false if it has to wait for demand first.
    func flush() -> Bool { true }

    /// Whether states wait to be handed on one by one.
    var isOwing: Bool { false }

    /// Returns when `flush()` may get further, or when nobody takes states any more.
    func waitForDemand() async {}

    /// A step that took a turn of its own is over, and its states are handed on. The drain loop's steps are not told.
    func stepEnded() {}

    /// No more states come; those handed on are still delivered.
    func finish() {}

    /// No more states come, and those not yet taken are dropped.
    func cancel() {}
}

/// A sink for states of one type.
class StateSink<State: Sendable>: AnyStateSink {
    /// Takes the state that is in `cell` now; one that nobody watches may be read later.
    func emit(_ cell: StateCell<State>) {}
}
