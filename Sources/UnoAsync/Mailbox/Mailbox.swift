/// A queue from many producers to one consumer, who takes all that is queued at once.
///
/// - Ordering: the elements of one producer are taken in the order in which it sent them, and producers that
///   wait for room are served in the order in which they began to wait; an offer never overtakes them.
/// - Buffering: as the ``MailboxPolicy`` says. What was taken occupies its place until it is released.
/// - Finish: after `close()` nothing is accepted, and what is queued can still be taken.
/// - Cancellation: a cancelled task sends nothing; one that waits stops waiting, and its element is gone.
/// - Waking the consumer: each time that it became idle, `onReady` is called exactly once, by the call that let in the
///   element that ended it: a producer's, or the consumer's own `release(_:)` or `discardAll()` when that made room for a
///   waiting producer. It is called without a lock held, so it may use the mailbox. Callers bring it along, rather than
///   the mailbox keeping it, so that the mailbox need not know its consumer, nor hold on to it.
/// - Complexity: O(1) for every operation but `close()`, `discardAll()` and `release(_:)`, which cost O(1) for
///   each producer that they resume. `offer` and `take` lock once and do not allocate in steady state.
@usableFromInline
package struct Mailbox<Element: Sendable>: Sendable {
    @usableFromInline let storage: MailboxStorage<Element>

    /// Makes an empty mailbox whose consumer is idle.
    @inlinable
    package init(policy: MailboxPolicy) {
        guard policy.capacity >= 1 else { fatalError("A mailbox needs a capacity of at least 1, not \(policy)") }
        storage = MailboxStorage(policy: policy)
    }

    /// Lets the element in if there is room, without waiting; not sensitive to cancellation.
    ///
    /// - Parameter sparing: which queued elements `.dropOldest` must not drop; the oldest other one makes way.
    @inlinable @inline(__always)
    package func offer(
        _ element: Element,
        sparing: (Element) -> Bool = { _ in false },
        onReady: () -> Void
    ) -> Offer { storage.offer(element, sparing, onReady) }

    /// Lets the element in, under `.suspend` as soon as there is room and those who waited before are served.
    ///
    /// - Parameter sparing: as for ``offer(_:sparing:onReady:)``.
    @usableFromInline
    package func send(
        _ element: Element,
        sparing: (Element) -> Bool = { _ in false },
        onReady: () -> Void
    ) async -> SendResult {
        await storage.send(element, sparing, onReady)
    }

    /// Lets the element in as soon as there is room, whatever the policy; never refuses it as `.full`.
    package func sendWaiting(_ element: Element, onReady: () -> Void) async -> SendResult {
        await storage.sendWaiting(element, onReady)
    }

    /// Queues the element at once, beyond the capacity and after `close()` if need be; it occupies a place like any other.
    ///
    /// For the consumer's own use: producers wait until the surplus has been handled.
    package func insert(_ element: Element, onReady: () -> Void) { storage.insert(element, onReady) }

    /// Moves all that is queued, or under `.dropOldest` one element, into `batch`, which must be empty.
    ///
    /// False if nothing is queued.
    ///
    /// After false the consumer is idle: it takes again when `onReady` is called. For one consumer at a time,
    /// which passes the same batch each time: the two buffers change places, and one that a burst has made large
    /// is given up when the consumer becomes idle.
    @inlinable
    package func take(into batch: inout Deque<Element>) -> Bool { storage.take(into: &batch) }

    /// Whether the consumer is idle, so that there is nothing to take: one atomic read, without a lock.
    ///
    /// What the caller itself has let in, or knows of, is not overlooked.
    @inlinable package var isIdle: Bool { storage.isIdle }

    /// Frees the places of `count` elements that were taken and have been handled.
    @inlinable
    package func release(_ count: Int, onReady: () -> Void) { storage.release(count, onReady) }

    /// Refuses all further elements and resumes the waiting producers with `.closed`.
    package func close() { storage.close() }

    /// Removes what is queued and frees its places; what was taken stays with the consumer.
    @discardableResult
    package func discardAll(onReady: () -> Void) -> Deque<Element> { storage.discardAll(onReady) }

    /// How many elements a drop policy has cost so far: refused ones and those that made way.
    package var droppedCount: Int { storage.droppedCount }

    /// How many places are occupied: by what is queued and by what was taken and not released.
    package var count: Int { storage.count }

    package var isClosed: Bool { storage.isClosed }
}
