/// Which values a ``Broadcast`` keeps for a subscriber that has not asked for them yet.
@usableFromInline
package enum SubscriberBuffer: Sendable, Hashable {
    /// The newest value: the subscriber misses values, and the source never waits.
    case newest
    /// Every value, up to this many (at least 1): when the buffer is full, the source waits.
    case suspending(capacity: Int)
    /// The newest values, up to this many (at least 1): when the buffer is full, the oldest is dropped.
    case droppingOldest(capacity: Int)

    /// Every value: the source never waits.
    package static let unlimited = SubscriberBuffer.suspending(capacity: .max)

    /// Whether the subscriber is to be offered every value, so that the source must not skip any.
    @inlinable
    package var wantsEveryValue: Bool { self != .newest }

    var capacity: Int {
        switch self {
        case .newest: 1
        case .suspending(let capacity), .droppingOldest(let capacity): capacity
        }
    }
}

/// What the source of a ``Broadcast`` knows of a subscriber.
@usableFromInline
package final class SubscriberNote: Sendable {
    /// What becomes of a subscriber that has kept the source waiting for too long.
    package enum AfterStall: Sendable {
        /// It gets its buffered values, then the end.
        case disconnect
        /// It gets only the newest value from now on.
        case latest
    }

    /// The source's own name for the subscriber.
    package let tag: any Sendable
    /// How long it may keep the source waiting, and what becomes of it then; nil for any time.
    package let patience: (limit: Duration, then: AfterStall)?

    package init(tag: any Sendable, patience: (limit: Duration, then: AfterStall)?) {
        self.tag = tag
        self.patience = patience
    }
}

/// A subscriber of a ``Broadcast`` at one moment.
package struct SubscriberStatus: Sendable {
    package let id: UInt64
    package let note: SubscriberNote?
    /// The number of values that were published and that it has not taken.
    package let lag: Int
    /// Whether it makes the source wait.
    package let isFull: Bool
}

/// One subscriber of a ``Broadcast``: its buffered values and its waiting consumers.
///
/// Invariant: a consumer waits only while nothing is buffered.
@usableFromInline
struct BroadcastSubscriber<Element: Sendable, Waiter: Sendable>: Sendable {
    @usableFromInline
    enum Stage: Sendable {
        /// It joined while the source was working, and gets nothing before it is admitted. Next: `admitted`.
        case waiting
        /// It gets what is published after the value that it began with. Next: `detached`.
        case admitted
        /// It gets the values that are buffered, then the end. Final.
        case detached
    }

    @usableFromInline let id: UInt64
    @usableFromInline var buffer: SubscriberBuffer
    /// Whether it is to get interim values, too, as long as it misses none.
    private let asksForInterimValues: Bool
    /// What the source knows of the subscriber.
    let note: SubscriberNote?
    @usableFromInline var stage = Stage.waiting
    /// The values not asked for yet; with `.newest`, only the value that the subscriber began with.
    @usableFromInline var backlog = Deque<Element>()
    /// The number of the publication that the subscriber began with; with `.newest`, that of the last value it took.
    @usableFromInline var lastSeen: UInt64 = 0
    /// With another buffer, the number of the last value that left it: values have consecutive numbers there.
    @usableFromInline var lastLeft: UInt64 = 0
    /// The number of the value that a consumer took last, or was handed. A dropped value leaves, too, but is not taken.
    @usableFromInline var lastTaken: UInt64 = 0
    /// The pull that is under way or was the last, and the last one that was interrupted; see ``NumberedPull``.
    var (pull, interruptedPull): (UInt64, UInt64) = (0, 0)
    /// The consumers that have asked for more, in order; usually one.
    @usableFromInline var waiters = Deque<Waiter>()

    init(id: UInt64, buffer: SubscriberBuffer, wantsInterimValues: Bool = false, note: SubscriberNote?) {
        self.id = id
        self.buffer = buffer
        self.asksForInterimValues = wantsInterimValues
        self.note = note
    }

    /// Whether it gets interim values. One that keeps the newest value only gets none.
    var getsInterimValues: Bool {
        guard case .admitted = stage else { return false }
        return asksForInterimValues && buffer.wantsEveryValue
    }

    var isDetached: Bool { if case .detached = stage { true } else { false } }

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }

    /// Whether it makes the source wait.
    @inlinable
    var isFull: Bool {
        guard case .suspending(let capacity) = buffer, case .admitted = stage else { return false }
        return backlog.count >= capacity
    }

    /// Whether the subscriber gets the publication of this number: not while it waits, nor if it began with a later value.
    @inlinable
    func gets(_ number: UInt64) -> Bool {
        guard case .admitted = stage else { return false }
        return number > lastSeen
    }

    /// Whether a publication must be handed to it at once; otherwise it notices by the number of the latest publication.
    @inlinable
    var isAttentive: Bool { buffer.wantsEveryValue || !waiters.isEmpty || !backlog.isEmpty }

    /// Admits the subscriber: it begins with this value, if there is one, and gets what is published after this number.
    ///
    /// Returns the consumer to hand the value to, or buffers the value.
    mutating func begin(with element: Element?, after number: UInt64) -> Waiter? {
        stage = .admitted
        lastSeen = number
        lastLeft = number
        guard let element else { return nil }
        lastTaken = number
        if let waiter = waiters.popFirst() { return waiter }
        lastLeft &-= 1
        backlog.append(element)
        return nil
    }

    /// Takes the new latest value of the broadcast, which has this number and which the subscriber `gets(_:)`.
    ///
    /// Returns the consumer to hand the value to, or buffers the value. A value that is dropped for it is appended to
    /// `displaced`.
    @inlinable
    mutating func receive(_ element: Element, number: UInt64, displaced: inout [Element]) -> Waiter? {
        if let waiter = waiters.popFirst() {
            if buffer.wantsEveryValue { lastLeft &+= 1 } else { lastSeen = number }
            lastTaken = number
            return waiter
        }
        switch buffer {
        case .newest:
            if let first = backlog.popFirst() { displaced.append(first) }
            return nil
        case .droppingOldest(let capacity) where backlog.count >= capacity:
            if let oldest = backlog.popFirst() {
                lastLeft &+= 1
                displaced.append(oldest)
            }
        case .suspending, .droppingOldest: break
        }
        backlog.append(element)
        return nil
    }

    /// Takes the oldest buffered value.
    @inlinable
    mutating func popFirst() -> Element? {
        guard let first = backlog.popFirst() else { return nil }
        lastLeft &+= 1
        lastTaken = buffer.wantsEveryValue ? lastLeft : lastSeen
        return first
    }

    /// Whether the subscriber, which has nothing buffered, takes the latest value of the broadcast, which has this number.
    @inlinable
    mutating func takesLatest(_ number: UInt64) -> Bool {
        guard !buffer.wantsEveryValue, gets(number) else { return false }
        lastSeen = number
        lastTaken = number
        return true
    }

    /// From now on it misses values: of the buffered ones it keeps the newest. Returns the others.
    mutating func becomeLatest(at number: UInt64) -> [Element] {
        buffer = .newest
        lastSeen = max(lastSeen, number)
        var displaced: [Element] = []
        while backlog.count > 1, let first = backlog.popFirst() { displaced.append(first) }
        return displaced
    }

    mutating func removeWaiters() -> [Waiter] {
        var removed: [Waiter] = []
        while let waiter = waiters.popFirst() { removed.append(waiter) }
        return removed
    }
}
