public import UnoAsync

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
    /// Takes the state that is in `cell` now.
    func emit(_ cell: StateCell<State>) {}

    /// The state is about to change, or a new subscriber is to be admitted. The cell is nil if there is no state.
    func beginWork(at cell: StateCell<State>?) {}

    /// Hands on what is emitted; false if it has to wait for demand first. The state stays as it is until work begins.
    func rest(at cell: StateCell<State>?) -> Bool { flush() }
}
