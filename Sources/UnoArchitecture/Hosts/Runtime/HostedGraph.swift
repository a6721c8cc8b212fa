public import UnoAsync

/// The graph of a runtime, with its mailbox and the actions that the drain loop has taken from it and not handled.
@usableFromInline
final class HostedGraph<State: Sendable, Action: Sendable>: FeatureGraph<State, Action>, DrainWork {
    /// Handles the actions of the mailbox. Made in the client's module; see ``Node``.
    @usableFromInline typealias Handling = @Sendable (HostedGraph, DrainLoop, borrowing Turn) -> StepEnd

    @usableFromInline let mailbox: Mailbox<Entry<Action>>
    @exclusivity(unchecked) @usableFromInline var batch = Deque<Entry<Action>>()
    @exclusivity(unchecked) @usableFromInline var handledSinceRelease = 0
    /// The number of actions handled between two releases of mailbox capacity. Handled but unreleased actions still
    /// occupy the mailbox.
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

    /// Takes an action that has not been in the mailbox, and so has no capacity to release.
    @inlinable
    func admit(_ entry: Entry<Action>) {
        batch.append(entry)
        handledSinceRelease -= 1
    }

    @usableFromInline
    override func cancelAll() { batch.cancelAll() }

    /// Releases the mailbox capacity of the actions handled since the last call.
    @inlinable
    func makeRoom(onReady: () -> Void) {
        // Negative while an admitted action waits behind a held action.
        guard handledSinceRelease > 0 else { return }
        let handled = handledSinceRelease
        handledSinceRelease = 0
        mailbox.release(handled, onReady: onReady)
    }

    /// Takes the queued actions; false if there are none.
    @inlinable
    func refill() -> Bool { mailbox.take(into: &batch) }
}
