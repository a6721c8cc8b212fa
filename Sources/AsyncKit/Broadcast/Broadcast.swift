/// Hands each value of one source to any number of subscribers, the latest value to those that join later.
///
/// - Ordering: each subscriber gets the values in the order of publication. It starts with the latest value that
///   was published before it subscribed, if there is one.
/// - Buffering: as its ``SubscriptionPolicy`` says, for each subscriber on its own; its stream adds no buffer.
/// - Finish: after `finish()` a subscriber gets what is buffered for it, then the end; one that joins later gets
///   the latest value, then the end. After `cancel()` all streams end at once. Releasing the broadcast finishes it.
/// - Cancellation: a consumer that is cancelled, or a stream that is released with its iterators, unsubscribes at
///   once, and so frees a source that waits for it.
/// - Complexity: publishing is O(subscribers). With no subscriber, or with one of policy `.latest`, it locks once
///   and does not allocate.
@usableFromInline
package final class Broadcast<Element: Sendable>: Sendable {
    @usableFromInline let storage: BroadcastStorage<Element>

    @inlinable
    package init() {
        storage = BroadcastStorage()
    }

    deinit { storage.finish() }

    /// Subscribes, with the call, and answers the values as a stream that pulls.
    ///
    /// Several consumers of one stream share its values; the first that is cancelled ends it for all.
    @inlinable
    package func subscribe(_ policy: SubscriptionPolicy) -> AsyncStream<Element> {
        storage.subscribe(policy).stream
    }

    /// Hands the element to every subscriber, or to none and answers false if a `.bounded` one has no room.
    ///
    /// After `finish()` or `cancel()` there is nobody to wait for: the answer is true, and the element is gone.
    @inlinable
    package func tryPublish(_ element: Element) -> Bool { storage.tryPublish(element) }

    /// Waits until every `.bounded` subscriber has room or the broadcast has ended; not sensitive to cancellation.
    package func roomAvailable() async { await storage.roomAvailable() }

    /// Ends the broadcast after what is buffered.
    package func finish() { storage.finish() }

    /// Ends the broadcast at once: what is buffered is dropped, and later subscribers get only the end.
    package func cancel() { storage.cancel() }

    /// The value that was published last; it stays after the end.
    package var latest: Element? { storage.latest }

    /// Who subscribes.
    package var audience: BroadcastAudience { storage.audience }

    /// Whether `finish()` or `cancel()` was called.
    package var isFinished: Bool { storage.isFinished }

    /// Asks whether the source may skip values: true if nobody wants every value.
    ///
    /// After true it may skip until its next successful `tryPublish(_:)` or its `endConflation()`. A subscriber
    /// that wants every value and joins in between starts with the value of that publication (or with the latest
    /// value, if conflation ends without one), so that no value is missing from what it gets. For the source
    /// only, which is one; takes no lock.
    package func beginConflation() -> Bool { storage.beginConflation() }

    /// Ends conflation when the latest published value is the source's newest, so that nothing was skipped.
    package func endConflation() { storage.endConflation() }
}
