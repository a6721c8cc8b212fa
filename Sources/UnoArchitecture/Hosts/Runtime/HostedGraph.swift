public import UnoAsync

/// The graph of a runtime, with its mailbox and what the drain loop has taken from that and not handled.
@usableFromInline
final class HostedGraph<State: Sendable, Action: Sendable>: FeatureGraph<State, Action>, DrainWork {
    /// How what is in the mailbox is handled, made where the types are known; see ``Node``.
    @usableFromInline typealias Handling = @Sendable (HostedGraph, DrainLoop, borrowing Turn) -> StepEnd

    @usableFromInline let mailbox: Mailbox<Entry<Action>>
    @exclusivity(unchecked) @usableFromInline var batch = Deque<Entry<Action>>()
    @exclusivity(unchecked) @usableFromInline var handledSinceRelease = 0
    /// How many actions the loop handles before it says so to waiting producers and subscribers: what has been handled
    /// and not said occupies the mailbox.
    @usableFromInline let releaseInterval: Int
    private let handling: Handling

    init(
        engine: GraphEngine,
        sink: StateSink<State>,
        mailbox: Mailbox<Entry<Action>>,
        capacity: Int,
        handling: @escaping Handling
    ) {
        self.mailbox = mailbox
        self.releaseInterval = max(1, min(64, capacity / 2))
        self.handling = handling
        super.init(engine: engine, sink: sink)
    }

    @usableFromInline
    func handleAll(_ loop: DrainLoop, in turn: borrowing Turn) -> StepEnd { handling(self, loop, turn) }

    /// Takes in an action that has not been in the mailbox, and so has no place there to give back.
    @inlinable
    func admit(_ entry: Entry<Action>) {
        batch.append(entry)
        handledSinceRelease -= 1
    }

    @usableFromInline
    override func cancelAll() { batch.cancelAll() }

    /// Says to the mailbox how many actions have been handled since the last call.
    @inlinable
    func makeRoom(onReady: () -> Void) {
        // Negative while an admitted action waits behind one that was held back.
        guard handledSinceRelease > 0 else { return }
        let handled = handledSinceRelease
        handledSinceRelease = 0
        mailbox.release(handled, onReady: onReady)
    }

    /// Takes what is queued, if anything is.
    @inlinable
    func refill() -> Bool { mailbox.take(into: &batch) }
}
