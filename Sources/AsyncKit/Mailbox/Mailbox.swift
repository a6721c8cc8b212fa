/// A queue from many producers to one consumer, which takes everything that is queued at once.
///
/// *Behavior*
/// - **Ordering.** The elements of one producer are taken in the order in which it sent them. Producers that wait for room
///   are served in the order in which they began to wait, and an offer never overtakes them.
/// - **Buffering.** As the ``MailboxLimit`` says. A taken element occupies its place until the consumer releases it.
/// - **Finish.** After `close()` nothing is accepted; queued elements can still be taken.
/// - **Cancellation.** A cancelled task sends nothing; if it is cancelled while it waits, its element is discarded.
/// - **Waking the consumer.** `onReady` is called exactly once each time the consumer stops being idle, by the call that
///   queued the first element: a producer's call, or the consumer's own `release(_:)` when that made room for a waiting
///   producer. No lock is held, so it may use the mailbox. Callers pass it in, so that the mailbox does not retain its
///   consumer.
///
/// Complexity: O(1), except that `close()`, `discardAll()` and `release(_:)` cost O(1) for each producer that they resume.
/// `offer` and `take` lock once and do not allocate in steady state.
@usableFromInline
package struct Mailbox<Element: Sendable>: Sendable {
    @usableFromInline let storage: MailboxStorage<Element>

    /// Makes an empty mailbox whose consumer is idle.
    @inlinable
    package init(_ limit: MailboxLimit) {
        guard limit.capacity >= 1 else { fatalError("A mailbox needs a capacity of at least 1, not \(limit.capacity)") }
        storage = MailboxStorage(limit)
    }

    /// The result of an offer.
    @usableFromInline
    package enum OfferResult: Sendable {
        case accepted
        /// Accepted in place of an older element, which the consumer will not see.
        indirect case acceptedDroppingOldest(Element)
        /// Rejected because there is no room.
        case full
        /// Rejected because the mailbox is closed.
        case closed
    }

    /// The result of a send.
    @usableFromInline
    package enum SendResult: Sendable {
        case accepted
        /// Accepted in place of an older element, which the consumer will not see.
        indirect case acceptedDroppingOldest(Element)
        /// Rejected because there is no room, under `.dropNewest`.
        case full
        /// Rejected because the mailbox is closed.
        case closed
        /// Rejected because the sending task was cancelled before there was room.
        case cancelled
    }

    /// Queues the element if there is room, without waiting; not sensitive to cancellation.
    ///
    /// - Parameter sparing: which queued elements `.dropOldest` must not drop; it drops the oldest of the others.
    @inlinable @inline(__always)
    package func offer(
        _ element: consuming Element,
        sparing: (Element) -> Bool = { _ in false },
        onReady: () -> Void
    ) -> OfferResult {
        var offered = Optional(element)
        return storage.offer(&offered, sparing, onReady)
    }

    /// Queues the element; under `.suspend` waits for room, behind the producers that wait already.
    ///
    /// - Parameters:
    ///   - sparing: as for ``offer(_:sparing:onReady:)``.
    ///   - whenJoined: called, if there was no room, when the element waits or has been queued after all, before the task
    ///     is suspended.
    @inlinable
    package func send(
        _ element: consuming Element,
        sparing: (Element) -> Bool = { _ in false },
        onReady: () -> Void,
        whenJoined: () -> Void = {}
    ) async -> SendResult {
        await storage.send(element, sparing, onReady, whenJoined)
    }

    /// Queues an element that the consumer's own work sends back to it, as soon as there is room, whatever happens on
    /// overflow; never returns `.full`. While the consumer pauses, it takes these elements only.
    package func feedBack(_ element: Element, onReady: () -> Void) async -> SendResult {
        await storage.feedBack(element, onReady)
    }

    /// As `feedBack(_:onReady:)`, but at once, if need be beyond the capacity and after `close()`; the element occupies a place
    /// like any other.
    ///
    /// For the consumer's own use: producers wait until the surplus has been released.
    package func insert(_ element: Element, onReady: () -> Void) { storage.insert(element, onReady) }

    /// Moves everything that is queued, or under `.dropOldest` one element, into `batch`, which must be empty.
    ///
    /// Returns false if nothing is queued; the consumer is then idle and takes again when `onReady` is called.
    ///
    /// For one consumer at a time, which passes the same batch each time: the two buffers are swapped, and a buffer that a
    /// burst has made large is freed when the consumer becomes idle.
    @inlinable
    package func take(into batch: inout Deque<Element>) -> Bool { storage.take(into: &batch) }

    /// Whether the consumer is idle, which implies that nothing is queued that it may take: one atomic read, without the lock.
    ///
    /// Elements that the caller has queued itself, or knows to be queued, are not overlooked.
    @inlinable package var isIdle: Bool { storage.isIdle }

    /// Frees the places of `count` elements that were taken and have been handled.
    @inlinable
    package func release(_ count: Int, onReady: () -> Void) { storage.release(count, onReady) }

    // MARK: Pausing

    /// The consumer pauses: from now on it takes only the elements that are fed back.
    ///
    /// - Parameters:
    ///   - batch: the taken elements that it has not handled; they are queued again, before all others. Every other element
    ///     that it has taken counts as released.
    ///   - isFeedback: which of the queued elements are fed back.
    package func pause(
        returning batch: inout Deque<Element>,
        where isFeedback: (Element) -> Bool,
        onReady: () -> Void
    ) {
        storage.pause(returning: &batch, where: isFeedback, onReady)
    }

    /// The consumer takes every element again. Until both are empty, it takes what is fed back and what was queued in turn.
    package func resume(onReady: () -> Void) { storage.resume(onReady) }

    /// Rejects all further elements and resumes the waiting producers with `.closed`.
    package func close() { storage.close() }

    /// Removes the queued elements and frees their places; taken elements are not affected.
    @discardableResult
    package func discardAll() -> Deque<Element> { storage.discardAll() }

    /// An element that was dropped for a newer one counts as discarded instead.
    package func noteWithdrawal() { storage.noteWithdrawal() }

    /// The number of elements dropped for newer ones so far.
    package var displacedCount: Int { storage.displacedCount }

    /// The number of elements queued so far.
    package var acceptedCount: Int { storage.acceptedCount }

    /// The number of occupied places: elements that are queued, or taken and not released.
    package var count: Int { storage.count }

    /// The number of elements that are queued, and of producers that wait for room.
    package var waiting: (elements: Int, producers: Int) { storage.waiting }

    /// The number of places.
    package var capacity: Int { storage.limit.capacity }

    package var isClosed: Bool { storage.isClosed }
}

extension Mailbox.OfferResult: Equatable where Element: Equatable {}
extension Mailbox.SendResult: Equatable where Element: Equatable {}

/// How many elements a ``Mailbox`` holds, and what happens to one more.
@usableFromInline
package struct MailboxLimit: Sendable, Hashable {
    @usableFromInline
    package enum Overflow: Sendable, Hashable {
        /// The producer waits for room; an offer, which cannot wait, is rejected.
        case suspend
        /// The new element is rejected.
        case dropNewest
        /// The element that was queued first is dropped for the new one.
        ///
        /// Taken elements cannot be dropped. When they alone fill the capacity, the newest element still gets one place, so
        /// that the most recent element is never the one that is lost.
        case dropOldest
    }

    /// The number of elements that are queued, or taken and not released; at least 1.
    @usableFromInline package let capacity: Int
    @usableFromInline package let overflow: Overflow

    package init(capacity: Int, overflow: Overflow) {
        self.capacity = capacity
        self.overflow = overflow
    }

    package static let unlimited = MailboxLimit(capacity: .max, overflow: .suspend)
}
