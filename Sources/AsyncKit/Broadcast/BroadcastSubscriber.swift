/// One subscriber of a broadcast: what is buffered for it and who waits for more.
///
/// Invariant: somebody waits only while nothing is buffered.
struct BroadcastSubscriber<Element: Sendable, Waiter: Sendable>: Sendable {
    enum Stage {
        /// It joined while the source may have skipped values, and starts with the next publication. Next: `active`.
        case awaitingPublication
        /// It gets what is published, as its policy says. Final.
        case active
    }

    let id: UInt64
    let policy: SubscriptionPolicy
    var stage: Stage
    /// Under `.latest` nothing is copied here: `hasUnseenLatest` refers to the broadcast's own latest value.
    var backlog = Deque<Element>()
    var hasUnseenLatest = false
    /// The consumers that asked for more, in order; usually one.
    var waiters = Deque<Waiter>()

    /// Whether it makes the source wait.
    var isFull: Bool {
        guard case .bounded(let capacity) = policy else { return false }
        return backlog.count >= capacity
    }

    /// Takes the broadcast's new latest value: answers the consumer to hand it to, or buffers it.
    ///
    /// A value that makes way for it is appended to `displaced`.
    mutating func receive(_ element: Element, displaced: inout [Element]) -> Waiter? {
        stage = .active
        if let waiter = waiters.popFirst() { return waiter }
        guard policy.wantsEveryValue else {
            hasUnseenLatest = true
            return nil
        }
        if case .droppingOldest(let capacity) = policy, backlog.count >= capacity, let oldest = backlog.popFirst() {
            displaced.append(oldest)
        }
        backlog.append(element)
        return nil
    }

    /// Takes what is buffered for longest; `latest` is the broadcast's latest value.
    mutating func popFirst(latest: Element?) -> Element? {
        guard hasUnseenLatest else { return backlog.popFirst() }
        hasUnseenLatest = false
        return latest
    }

    mutating func removeWaiters() -> [Waiter] {
        var removed: [Waiter] = []
        while let waiter = waiters.popFirst() { removed.append(waiter) }
        return removed
    }
}
