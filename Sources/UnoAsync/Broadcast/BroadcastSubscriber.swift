/// One subscriber of a broadcast: what is buffered for it and who waits for more.
///
/// Invariant: a consumer waits only while nothing is buffered.
@usableFromInline
struct BroadcastSubscriber<Element: Sendable, Waiter: Sendable>: Sendable {
    @usableFromInline
    enum Stage: Sendable {
        /// It came while the source was at work, and gets nothing before it is let in. Next: `present`.
        case waiting
        /// It gets what is published after the value that it began with, as its policy says. Final.
        case present
    }

    @usableFromInline let id: UInt64
    @usableFromInline let policy: SubscriptionPolicy
    @usableFromInline var stage = Stage.waiting
    /// What it has been given and has not asked for; under `.latest` only the value that it began with.
    @usableFromInline var backlog = Deque<Element>()
    /// The number of the publication that it began with, or under `.latest` of the one that the consumer got last.
    @usableFromInline var lastSeen: UInt64 = 0
    /// The consumers that asked for more, in order; usually one.
    @usableFromInline var waiters = Deque<Waiter>()

    @inlinable
    init(id: UInt64, policy: SubscriptionPolicy) {
        self.id = id
        self.policy = policy
    }

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }

    /// Whether it makes the source wait.
    @inlinable
    var isFull: Bool {
        guard case .bounded(let capacity) = policy else { return false }
        return backlog.count >= capacity
    }

    /// Whether the publication of this number is for it: not while it waits, nor if it began with a later value.
    @inlinable
    func gets(_ number: UInt64) -> Bool {
        guard case .present = stage else { return false }
        return number > lastSeen
    }

    /// Whether a publication concerns it at once; if not, it will notice by the number of the publication.
    @inlinable
    var isAttentive: Bool { policy.wantsEveryValue || !waiters.isEmpty || !backlog.isEmpty }

    /// Lets it in: it begins with this value, if there is one, and gets what is published after this number.
    ///
    /// Answers the consumer to hand the value to, or buffers it.
    mutating func begin(with element: Element?, after number: UInt64) -> Waiter? {
        stage = .present
        lastSeen = number
        guard let element else { return nil }
        if let waiter = waiters.popFirst() { return waiter }
        backlog.append(element)
        return nil
    }

    /// Takes the broadcast's new latest value, which is for it and has this number: answers the consumer to hand it to, or
    /// buffers it.
    ///
    /// A value that makes way for it is appended to `displaced`.
    @inlinable
    mutating func receive(_ element: Element, number: UInt64, displaced: inout [Element]) -> Waiter? {
        if let waiter = waiters.popFirst() {
            if !policy.wantsEveryValue { lastSeen = number }
            return waiter
        }
        switch policy {
        case .latest:
            if let first = backlog.popFirst() { displaced.append(first) }
            return nil
        case .droppingOldest(let capacity) where backlog.count >= capacity:
            if let oldest = backlog.popFirst() { displaced.append(oldest) }
        case .bounded, .droppingOldest, .unbounded: break
        }
        backlog.append(element)
        return nil
    }

    /// Takes what is buffered for longest; `latest` is the broadcast's latest value, which has this number.
    @inlinable
    mutating func popFirst(latest: Element?, number: UInt64) -> Element? {
        if let first = backlog.popFirst() { return first }
        guard !policy.wantsEveryValue, gets(number) else { return nil }
        lastSeen = number
        return latest
    }

    mutating func removeWaiters() -> [Waiter] {
        var removed: [Waiter] = []
        while let waiter = waiters.popFirst() { removed.append(waiter) }
        return removed
    }
}
