/// One subscriber of a broadcast: what is buffered for it and who waits for more.
///
/// Invariant: somebody waits only while nothing is buffered.
@usableFromInline
struct BroadcastSubscriber<Element: Sendable, Waiter: Sendable>: Sendable {
    @usableFromInline
    enum Stage: Sendable {
        /// It joined while the source may have skipped values, and starts with the next publication. Next: `active`.
        case awaitingPublication
        /// It gets what is published, as its policy says. Final.
        case active
    }

    @usableFromInline let id: UInt64
    @usableFromInline let policy: SubscriptionPolicy
    @usableFromInline var stage: Stage
    /// What was published and not asked for; nothing is copied here under `.latest`.
    @usableFromInline var backlog = Deque<Element>()
    /// Under `.latest`, the number of the publication that the consumer got last.
    @usableFromInline var lastSeen: UInt64 = 0
    /// The consumers that asked for more, in order; usually one.
    @usableFromInline var waiters = Deque<Waiter>()

    /// Whether it makes the source wait.
    @inlinable
    var isFull: Bool {
        guard case .bounded(let capacity) = policy else { return false }
        return backlog.count >= capacity
    }

    /// Whether a publication concerns it at once; if not, it will notice by the number of the publication.
    @inlinable
    var isAttentive: Bool { policy.wantsEveryValue || !waiters.isEmpty }

    /// Takes the broadcast's new latest value, which has this number: answers the consumer to hand it to, or buffers it.
    ///
    /// A value that makes way for it is appended to `displaced`.
    @inlinable
    mutating func receive(_ element: Element, number: UInt64, displaced: inout [Element]) -> Waiter? {
        stage = .active
        if let waiter = waiters.popFirst() {
            lastSeen = number
            return waiter
        }
        guard policy.wantsEveryValue else { return nil }
        if case .droppingOldest(let capacity) = policy, backlog.count >= capacity, let oldest = backlog.popFirst() {
            displaced.append(oldest)
        }
        backlog.append(element)
        return nil
    }

    /// Takes what is buffered for longest; `latest` is the broadcast's latest value, which has this number.
    @inlinable
    mutating func popFirst(latest: Element?, number: UInt64) -> Element? {
        if policy.wantsEveryValue { return backlog.popFirst() }
        guard lastSeen < number else { return nil }
        lastSeen = number
        return latest
    }

    mutating func removeWaiters() -> [Waiter] {
        var removed: [Waiter] = []
        while let waiter = waiters.popFirst() { removed.append(waiter) }
        return removed
    }
}
