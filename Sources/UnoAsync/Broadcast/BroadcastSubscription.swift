/// A subscriber's hold on a broadcast: releasing it unsubscribes.
///
/// Only the stream's closures refer to it, so it goes when the last copy of the stream and its iterators does.
@usableFromInline
package final class BroadcastSubscription<Element: Sendable>: Sendable {
    @usableFromInline let id: BroadcastStorage<Element>.Machine.SubscriberID
    @usableFromInline let storage: BroadcastStorage<Element>

    @inlinable
    init(id: BroadcastStorage<Element>.Machine.SubscriberID, storage: BroadcastStorage<Element>) {
        self.id = id
        self.storage = storage
    }

    deinit { cancel() }

    @inlinable
    func next() async -> Element? { await storage.next(id) }

    /// What there is already, without waiting; nil if there is nothing, or at the end.
    package func nextNow() -> Element? { storage.take(id) }

    @usableFromInline
    func cancel() { storage.unsubscribe(id) }

    /// Calls `next()` for each element that is asked for, and `cancel()` when the asking task is cancelled: also
    /// when it is cancelled before it asks, in which case `next()` finds no subscriber and answers nil.
    @inlinable
    package var stream: AsyncStream<Element> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.cancel()
        }
    }
}
