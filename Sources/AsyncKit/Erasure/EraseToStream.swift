extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
    /// Hides the type of this sequence behind an `AsyncStream` that pulls.
    ///
    /// *Behavior*
    /// - **Buffering.** None: the upstream is asked for an element when a consumer asks the stream for one, and its iterator
    ///   is made at the first request.
    /// - **Ordering.** Several tasks may ask at the same time; they are served one at a time, in the order in which they
    ///   asked.
    /// - **Finish.** When the upstream ends, the stream ends, for all tasks that ask.
    /// - **Cancellation.** Cancelling a task that asks cancels its pull of the upstream and ends the stream for all, as in
    ///   every `AsyncStream`. Tasks that wait for their turn get nil at once. A pull that another task has started is not
    ///   cancelled, and its element is returned.
    /// - **Lifetime.** The iterator of the upstream is released with the stream, or when it ends.
    package func eraseToStream() -> AsyncStream<Element> {
        let lock = AsyncLock()
        let pull = SerialPull(self, lock)
        return AsyncStream {
            await pull.next()
        } onCancel: {
            lock.close()
        }
    }
}

/// Pulls a sequence on behalf of several tasks, one at a time.
///
/// The actor keeps the iterator, which is not `Sendable`, in one isolation. The lock keeps the calls of `next()` apart,
/// because another task can enter an actor while a call is suspended.
private actor SerialPull<Base: AsyncSequence & Sendable> where Base.Element: Sendable, Base.Failure == Never {
    private let base: Base
    private let lock: AsyncLock
    private var iterator: Base.AsyncIterator?

    init(_ base: Base, _ lock: AsyncLock) {
        self.base = base
        self.lock = lock
    }

    /// The next element, when it is the caller's turn; nil when the sequence has ended or the lock is closed.
    nonisolated func next() async -> Base.Element? {
        guard await lock.acquireIgnoringCancellation() == .acquired else { return nil }
        return await pull()
    }

    private func pull() async -> Base.Element? {
        var iterator = iterator.take() ?? base.makeAsyncIterator()
        let element = await iterator.next(isolation: self)
        if element == nil {
            lock.close()
        } else {
            self.iterator = iterator
            lock.release()
        }
        return element
    }
}
