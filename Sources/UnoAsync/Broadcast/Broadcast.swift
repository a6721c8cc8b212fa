/// Hands each value of one source to any number of subscribers, the latest value to those that join later.
///
/// - Ordering: each subscriber gets the values in the order of publication. It begins with the latest value that
///   was published before it subscribed, if there is one, or with the state of a source that has one: see `rest(at:)`.
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

    // MARK: A source with a state

    /// The source begins to work: who subscribes from now on waits to be let in.
    package func beginWork() { storage.audience.beginWork() }

    /// The source comes to rest at `state`, with so many values emitted and not published: who waits is let in, and who
    /// subscribes from now on begins with `state`.
    package func rest(at state: Element?, unpublished: Int = 0) { storage.rest(at: state, unpublished: unpublished) }

    /// Lets in, at `state`, whoever has subscribed since the source began to work.
    package func letIn(with state: Element?, unpublished: Int = 0) {
        storage.letIn(with: state, unpublished: unpublished)
    }
}
