/// The elements of a ``Mailbox`` and its waiting producers, without locks or tasks.
///
/// The queues lie beside the two small states rather than inside them, so that the frequent events modify them in place.
///
/// Invariants:
/// - A producer waits only while there is no room, so an offer that finds room overtakes no producer.
/// - The consumer is idle only while nothing is queued.
/// - Each waiter is handed out exactly once.
@usableFromInline
struct MailboxStateMachine<Element: Sendable, Waiter: Sendable>: ~Copyable, Sendable {
    @usableFromInline
    struct SuspendedProducer: Sendable {
        @usableFromInline let element: Element
        @usableFromInline let waiter: Waiter

        @usableFromInline
        init(element: Element, waiter: Waiter) {
            self.element = element
            self.waiter = waiter
        }
    }

    @usableFromInline let limit: MailboxLimit
    @usableFromInline var intake = MailboxIntake.open
    @usableFromInline var consumer = MailboxConsumer.idle
    @usableFromInline var queue = Deque<Element>()
    @usableFromInline var producers = WaiterQueue<SuspendedProducer>()
    /// The number of elements that the consumer has taken and not released.
    @usableFromInline var taken = 0
    /// The number of elements that the consumer has taken so far, counted for each batch.
    @usableFromInline var handedOutCount = 0
    /// The number of elements dropped for newer ones.
    @usableFromInline var displacedCount = 0
    @usableFromInline var discardedCount = 0

    @inlinable
    init(_ limit: MailboxLimit) {
        self.limit = limit
    }

    @inlinable @inline(__always)
    var occupied: Int { queue.count + taken }
    @inlinable @inline(__always)
    var hasRoom: Bool { occupied < limit.capacity }
    /// The number of elements queued so far.
    var acceptedCount: Int { handedOutCount + queue.count + displacedCount + discardedCount }
    var isClosed: Bool { if case .closed = intake { true } else { false } }

    @usableFromInline
    enum OfferAction: Sendable {
        case accepted
        case acceptedEndingIdleness
        indirect case acceptedDroppingOldest(Element)
        case full
        case closed
    }

    @inlinable @inline(__always)
    mutating func offer(_ element: Element, sparing: (Element) -> Bool = { _ in false }) -> OfferAction {
        guard case .open = intake else { return .closed }
        if hasRoom { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
        switch limit.overflow {
        case .suspend: return .full
        case .dropNewest: return .full
        case .dropOldest:
            guard !queue.isEmpty else { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
            guard let oldest = queue.removeFirst(where: { !sparing($0) }) else { return .full }
            displacedCount += 1
            queue.append(element)
            return .acceptedDroppingOldest(oldest)
        }
    }

    /// Queues the element if there is room, whatever happens on overflow.
    mutating func offerIfRoom(_ element: Element) -> OfferAction {
        guard case .open = intake else { return .closed }
        guard hasRoom else { return .full }
        return enqueue(element) ? .acceptedEndingIdleness : .accepted
    }

    enum SendAction {
        case accepted
        case acceptedEndingIdleness
        case wait(WaiterQueue<SuspendedProducer>.ID)
        case closed
    }

    /// A producer that found no room brings its continuation; there may be room by now.
    mutating func send(_ element: Element, from waiter: Waiter) -> SendAction {
        guard case .open = intake else { return .closed }
        guard !hasRoom else { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
        return .wait(producers.join(SuspendedProducer(element: element, waiter: waiter)))
    }

    /// The producer stops waiting; nil if it does not wait.
    mutating func withdrawProducer(_ id: WaiterQueue<SuspendedProducer>.ID) -> SuspendedProducer? {
        producers.withdraw(id)
    }

    @usableFromInline
    enum TakeAction: Sendable {
        case batch
        /// Nothing was queued. Brings a buffer that is too large to keep, to be freed outside the lock.
        case idle(retired: Deque<Element>)
    }

    @inlinable @inline(__always)
    mutating func take(into batch: inout Deque<Element>) -> TakeAction {
        guard batch.isEmpty else { fatalError("take: the batch still holds \(batch.count) elements") }
        guard queue.isEmpty else {
            if case .dropOldest = limit.overflow, queue.count > 1 {
                // The others stay queued, where they can be dropped for newer ones.
                batch.append(queue.popFirst()!)
                taken += 1
                handedOutCount += 1
                return .batch
            }
            queue.exchange(with: &batch)
            taken += batch.count
            handedOutCount += batch.count
            return .batch
        }
        consumer = .idle
        var retired = Deque<Element>()
        if queue.capacity > mailboxLargestIdleCapacity { queue.exchange(with: &retired) }
        return .idle(retired: retired)
    }

    @usableFromInline
    enum RoomAction: Sendable {
        case none
        case admitted([Waiter], endedIdleness: Bool)
    }

    @inlinable @inline(__always)
    mutating func release(_ count: Int) -> RoomAction {
        guard count >= 0, count <= taken else { fatalError("release(\(count)): \(taken) elements are taken") }
        taken -= count
        return admitProducers()
    }

    mutating func discardAll() -> (Deque<Element>, RoomAction) {
        var discarded = Deque<Element>()
        queue.exchange(with: &discarded)
        discardedCount += discarded.count
        return (discarded, admitProducers())
    }

    mutating func close() -> [SuspendedProducer] {
        intake = .closed
        return producers.removeAll()
    }

    /// Returns whether this ended the consumer's idleness.
    @inlinable @inline(__always)
    mutating func enqueue(_ element: Element) -> Bool {
        queue.append(element)
        guard case .idle = consumer else { return false }
        consumer = .due
        return true
    }

    @inlinable @inline(__always)
    mutating func admitProducers() -> RoomAction {
        producers.isEmpty ? .none : admitWaitingProducers()
    }

    @usableFromInline
    mutating func admitWaitingProducers() -> RoomAction {
        var admitted: [Waiter] = []
        var endedIdleness = false
        while hasRoom, let producer = producers.popFirst() {
            if enqueue(producer.element) { endedIdleness = true }
            admitted.append(producer.waiter)
        }
        return admitted.isEmpty ? .none : .admitted(admitted, endedIdleness: endedIdleness)
    }
}

/// An idle mailbox keeps a buffer of up to this many elements for the next burst.
@usableFromInline let mailboxLargestIdleCapacity = 64

// The two states are not nested in the machine, where they would be generic types.

@usableFromInline
enum MailboxIntake: Sendable {
    /// Elements are accepted within the limit. Next: `closed`.
    case open
    /// Nothing is accepted and no producer waits; queued elements can be taken. Final.
    case closed
}

@usableFromInline
enum MailboxConsumer: Sendable {
    /// The last take found nothing, or there has not been one. Next: `due`, with the next element.
    case idle
    /// The consumer has been woken and has not found the queue empty since. Next: `idle`.
    case due
}
