/// What a ``Mailbox`` holds and who waits, without locks or tasks.
///
/// The queues lie beside the two small states rather than inside them, so that the frequent events touch them
/// in place.
///
/// Invariants:
/// - A producer waits only while there is no room, so an offer that finds room overtakes nobody.
/// - The consumer is idle only while nothing is queued.
/// - A waiter is given out exactly once.
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

    @usableFromInline let policy: MailboxPolicy
    @usableFromInline var gate = MailboxGate.open
    @usableFromInline var consumer = MailboxConsumer.idle
    @usableFromInline var queue = Deque<Element>()
    @usableFromInline var producers = WaiterQueue<SuspendedProducer>()
    /// How many elements the consumer took and has not released.
    @usableFromInline var taken = 0
    @usableFromInline var droppedCount = 0

    @inlinable
    init(policy: MailboxPolicy) {
        self.policy = policy
    }

    @inlinable @inline(__always)
    var capacity: Int { policy.capacity }
    @inlinable @inline(__always)
    var occupied: Int { queue.count + taken }
    /// Whether a producer that finds no room waits for it.
    var producersWait: Bool { if case .suspend = policy { true } else { false } }
    var isClosed: Bool { if case .closed = gate { true } else { false } }

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
        guard case .open = gate else { return .closed }
        if occupied < capacity { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
        switch policy {
        case .suspend: return .full
        case .dropNewest:
            droppedCount += 1
            return .full
        case .dropOldest:
            guard !queue.isEmpty else { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
            droppedCount += 1
            guard let oldest = queue.removeFirst(where: { !sparing($0) }) else { return .full }
            queue.append(element)
            return .acceptedDroppingOldest(oldest)
        case .unbounded: fatalError("offer: an unbounded mailbox is full with \(occupied) elements")
        }
    }

    /// Takes the element if there is room, whatever the policy.
    mutating func offerIfRoom(_ element: Element) -> OfferAction {
        guard case .open = gate else { return .closed }
        guard occupied < capacity else { return .full }
        return enqueue(element) ? .acceptedEndingIdleness : .accepted
    }

    enum SendAction {
        case accepted
        case acceptedEndingIdleness
        case wait(WaiterQueue<SuspendedProducer>.ID)
        case closed
    }

    /// A producer that found no room comes with the means to resume it; there may be room by now.
    mutating func send(_ element: Element, from waiter: Waiter) -> SendAction {
        guard case .open = gate else { return .closed }
        guard occupied >= capacity else { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
        return .wait(producers.join(SuspendedProducer(element: element, waiter: waiter)))
    }

    /// The producer gives up; nil if it does not wait (any more).
    mutating func withdrawProducer(_ id: WaiterQueue<SuspendedProducer>.ID) -> SuspendedProducer? {
        producers.withdraw(id)
    }

    @usableFromInline
    enum TakeAction: Sendable {
        case batch
        /// Nothing was queued. A buffer too large to keep goes along, to be freed outside the lock.
        case idle(retired: Deque<Element>)
    }

    @inlinable @inline(__always)
    mutating func take(into batch: inout Deque<Element>) -> TakeAction {
        guard batch.isEmpty else { fatalError("take: the batch still holds \(batch.count) elements") }
        guard queue.isEmpty else {
            if case .dropOldest = policy, queue.count > 1 {
                // The others stay where they can make way for newer ones.
                batch.append(queue.popFirst()!)
                taken += 1
                return .batch
            }
            queue.exchange(with: &batch)
            taken += batch.count
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
        return (discarded, admitProducers())
    }

    mutating func close() -> [SuspendedProducer] {
        gate = .closed
        return producers.removeAll()
    }

    /// Answers whether this ended the consumer's idleness.
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
        while occupied < capacity, let producer = producers.popFirst() {
            if enqueue(producer.element) { endedIdleness = true }
            admitted.append(producer.waiter)
        }
        return admitted.isEmpty ? .none : .admitted(admitted, endedIdleness: endedIdleness)
    }
}

/// An idle mailbox keeps a buffer of up to this many slots for the next burst.
@usableFromInline let mailboxLargestIdleCapacity = 64

// The two states are not nested in the machine: there they would be generic types.

@usableFromInline
enum MailboxGate: Sendable {
    /// Elements are accepted as the policy says. Next: `closed`.
    case open
    /// Nothing is accepted and no producer waits; what is queued can be taken. Final.
    case closed
}

@usableFromInline
enum MailboxConsumer: Sendable {
    /// The last take found nothing, or there was none yet. Next: `due`, with the next element.
    case idle
    /// The consumer was told of an element and has not yet found the queue empty. Next: `idle`.
    case due
}
