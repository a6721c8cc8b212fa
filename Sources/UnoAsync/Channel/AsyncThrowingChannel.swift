/// An ``AsyncChannel`` that can also end with an error.
///
/// *Behavior*
/// - Ordering, buffering, finish, cancellation and complexity are those of ``AsyncChannel``.
/// - **Errors.** `fail(_:)` ends the channel as `finish()` does, except that every consumer who waits gets the error.
///   If none waits, the next one to ask gets it, once. After that the channel has finished. Producers see
///   ``SendResult/finished``, not the error. A cancelled consumer gets nil and leaves the error for the next one.
@usableFromInline
package final class AsyncThrowingChannel<Element: Sendable, Failure: Error>: Sendable {
    @usableFromInline let storage = ChannelStorage<Element, Failure>()

    @inlinable
    package init() {}

    /// Hands `element` to a consumer and says what became of it, as ``AsyncChannel/send(_:)`` does.
    @discardableResult
    @inlinable
    package func send(_ element: Element) async -> SendResult {
        await storage.send(element)
    }

    /// Ends the channel for all producers and consumers; only the first `finish()` or `fail(_:)` counts.
    package func finish() {
        storage.end(nil)
    }

    /// Ends the channel with an error; only the first `finish()` or `fail(_:)` counts.
    package func fail(_ error: Failure) {
        storage.end(error)
    }
}

extension AsyncThrowingChannel: AsyncSequence {
    @usableFromInline
    package struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let storage: ChannelStorage<Element, Failure>

        @inlinable
        init(storage: ChannelStorage<Element, Failure>) {
            self.storage = storage
        }

        /// Takes the next element, throws the channel's error, or returns nil when the channel has finished or this
        /// task is cancelled.
        @inlinable
        package func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            try await storage.next().get()
        }

        @inlinable
        package func next() async throws(Failure) -> Element? {
            try await next(isolation: #isolation)
        }
    }

    /// Makes an iterator; all iterators of a channel compete for its elements.
    @inlinable
    package func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage)
    }
}
