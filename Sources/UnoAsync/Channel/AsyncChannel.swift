/// A channel in which every element is handed from one producer to one consumer who meet in it.
///
/// *Behavior*
/// - **Ordering.** Producers are served in the order in which they began to wait, and so are consumers; on one actor,
///   that is the order of their calls. Each element goes to exactly one consumer. In which order parties that have
///   been served go on is up to their executors.
/// - **Buffering.** None: `send(_:)` suspends until a consumer has taken the element.
/// - **Finish.** `finish()` resumes every waiting producer with ``SendResult/finished`` and every waiting consumer with
///   nil. The elements of waiting producers are dropped, and their producers know.
/// - **Cancellation.** Cancelling a party resumes that party only: a consumer with nil, a producer with
///   ``SendResult/cancelled``. An element is either delivered or reported cancelled, never both.
/// - **Lifetime.** The channel keeps nothing alive but the elements of waiting producers. Releasing it does not finish
///   it; whoever waits holds it.
///
/// Complexity: each call is amortised O(1) with any number waiting; `finish()` is O(n) in those who wait.
@usableFromInline
package final class AsyncChannel<Element: Sendable>: Sendable {
    @usableFromInline let storage = ChannelStorage<Element, Never>()

    @inlinable
    package init() {}

    /// Hands `element` to a consumer and says what became of it.
    ///
    /// Suspends until a consumer has taken the element, the channel finished or the task is cancelled. In a task that
    /// is cancelled already it returns at once without delivering. A finished channel answers `.finished` even then.
    @discardableResult
    @inlinable
    package func send(_ element: Element) async -> SendResult {
        await storage.send(element)
    }

    /// Hands `element` to a consumer as `send(_:)` does, whether or not the task is cancelled; never answers `.cancelled`.
    @discardableResult
    @inlinable
    package func sendIgnoringCancellation(_ element: Element) async -> SendResult {
        await storage.sendIgnoringCancellation(element)
    }

    /// Ends the channel for all producers and consumers; only the first call counts.
    package func finish() {
        storage.end(nil)
    }
}

extension AsyncChannel: AsyncSequence {
    @usableFromInline
    package struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let storage: ChannelStorage<Element, Never>

        @inlinable
        init(storage: ChannelStorage<Element, Never>) {
            self.storage = storage
        }

        /// Takes the next element, or returns nil when the channel has finished or this task is cancelled.
        @inlinable
        package func next(isolation actor: isolated (any Actor)?) async -> Element? {
            switch await storage.next() {
            case .success(let element): element
            }
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
