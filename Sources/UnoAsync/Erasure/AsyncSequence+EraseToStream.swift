extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// Hides the type of this sequence behind an `AsyncStream` that pulls.
    ///
    /// *Behavior*
    /// - **Buffering.** None: the upstream is asked for an element when a consumer asks, and not before; not even its
    ///   iterator is made before that.
    /// - **Ordering.** Several tasks may ask at the same time; they are served one at a time, in the order in which
    ///   they asked.
    /// - **Finish.** When the upstream ends, the stream ends, for all who ask.
    /// - **Cancellation.** Cancelling a task that asks cancels its pull of the upstream and ends the stream for all, as
    ///   every `AsyncStream` does. Those who still wait for their turn get nil at once. A pull that another task has
    ///   under way is not cancelled; its element is returned.
    /// - **Lifetime.** The iterator of the upstream is released with the stream, or when it ends.
    package func eraseToStream() -> AsyncStream<Element> {
        let turns = Turnstile()
        let pull = SerialPull(self, turns: turns)
        return AsyncStream {
            await pull.next()
        } onCancel: {
            turns.close()
        }
    }
}
