/// A channel that hands each element directly from a producer to a consumer.
///
/// *Behavior*
/// - **Ordering.** Producers are served in the order in which they began to wait, and so are consumers; for callers on one
///   actor, that is the order of their calls. Each element goes to exactly one consumer. The order in which served tasks
///   resume is up to their executors.
/// - **Buffering.** None: `send(_:)` suspends until a consumer has taken the element.
/// - **Finish.** `finish()` resumes every waiting producer with ``ChannelSendResult/finished`` and every waiting consumer with
///   nil. The elements of waiting producers are discarded.
/// - **Cancellation.** Cancelling a task resumes that task only: a consumer with nil, a producer with
///   ``ChannelSendResult/cancelled``. An element is either delivered or reported as cancelled, never both.
/// - **Lifetime.** The channel retains nothing but the elements of waiting producers. Releasing it does not finish it; every
///   waiting task retains it.
///
/// Complexity: each call is amortised O(1) whatever the number of waiters; `finish()` is O(n) in that number.
@usableFromInline
package final class AsyncChannel<Element: Sendable>: Sendable {
    @usableFromInline let storage = ChannelStorage<Element>()

    @inlinable
    package init() {}

    /// Hands `element` to a consumer and returns what became of it.
    ///
    /// Suspends until a consumer has taken the element, the channel has finished or the task is cancelled. In a task that is
    /// already cancelled it returns at once without delivering; a finished channel returns `.finished` even then.
    @discardableResult
    @inlinable
    package func send(_ element: Element) async -> ChannelSendResult {
        await storage.send(element)
    }

    /// Hands `element` to a consumer as `send(_:)` does, whether or not the task is cancelled; never returns `.cancelled`.
    @discardableResult
    @inlinable
    package func sendIgnoringCancellation(_ element: Element) async -> ChannelSendResult {
        await storage.sendIgnoringCancellation(element)
    }

    /// Hands `element` to a consumer that waits; returns false, at once, if none does or the channel has finished.
    @inlinable
    package func sendIfAwaited(_ element: Element) -> Bool { storage.sendIfAwaited(element) }

    /// Ends the channel for all producers and consumers; further calls have no effect.
    package func finish() {
        storage.finish()
    }
}

/// What became of an element that was sent to an ``AsyncChannel``.
@frozen @usableFromInline
package enum ChannelSendResult: Hashable, Sendable {
    /// A consumer has taken the element.
    case delivered
    /// The channel had finished, or finished while the element waited; no consumer takes it.
    case finished
    /// The sending task was cancelled before a consumer came; no consumer takes the element.
    case cancelled
}

extension AsyncChannel: AsyncSequence {
    @usableFromInline
    package struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let storage: ChannelStorage<Element>

        @inlinable
        init(storage: ChannelStorage<Element>) {
            self.storage = storage
        }

        /// Takes the next element, or returns nil when the channel has finished or this task is cancelled.
        @inlinable
        package func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await storage.next()
        }

        @inlinable
        package func next() async -> Element? {
            await next(isolation: #isolation)
        }
    }

    /// Makes an iterator; all iterators of a channel compete for its elements.
    @inlinable
    package func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage)
    }
}
