/// A subscription to a ``Broadcast``; releasing it unsubscribes.
///
/// Only the closures of its stream refer to it, so it is released with the last copy of the stream and its iterators.
@usableFromInline
package final class BroadcastSubscription<Element: Sendable>: Sendable {
    @usableFromInline let id: Broadcast<Element>.Machine.SubscriberID
    @usableFromInline let broadcast: Broadcast<Element>

    private let onEnd: (@Sendable () -> Void)?

    init(
        id: Broadcast<Element>.Machine.SubscriberID,
        broadcast: Broadcast<Element>,
        onEnd: (@Sendable () -> Void)?
    ) {
        self.id = id
        self.broadcast = broadcast
        self.onEnd = onEnd
    }

    deinit { cancel() }

    @inlinable
    func next() async -> Element? { await broadcast.next(id) }

    /// The next element if there is one already, without waiting; nil if there is none, or at the end.
    @usableFromInline
    package func nextNow() -> Element? { broadcast.take(id) }

    @usableFromInline
    func cancel() { if broadcast.unsubscribe(id) { onEnd?() } }

    /// The values as a stream that pulls. Several consumers of one stream share its values; the first that is cancelled ends
    /// the stream for all.
    ///
    /// A task that is cancelled before it asks unsubscribes, too: `next()` then finds no subscriber and returns nil.
    @inlinable
    package var stream: AsyncStream<Element> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.cancel()
        }
    }
}
