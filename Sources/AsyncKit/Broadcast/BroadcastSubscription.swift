/// A subscriber's hold on a broadcast: releasing it unsubscribes.
///
/// Only the stream's closures refer to it, so it goes when the last copy of the stream and its iterators does.
final class BroadcastSubscription<Element: Sendable>: Sendable {
    private let id: BroadcastStorage<Element>.Machine.SubscriberID
    private let storage: BroadcastStorage<Element>

    init(id: BroadcastStorage<Element>.Machine.SubscriberID, storage: BroadcastStorage<Element>) {
        self.id = id
        self.storage = storage
    }

    deinit { cancel() }

    func next() async -> Element? { await storage.next(id) }

    func cancel() { storage.unsubscribe(id) }

    /// Calls `next()` for each element that is asked for, and `cancel()` when the asking task is cancelled: also
    /// when it is cancelled before it asks, in which case `next()` finds no subscriber and answers nil.
    var stream: AsyncStream<Element> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.cancel()
        }
    }
}
