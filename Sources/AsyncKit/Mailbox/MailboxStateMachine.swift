/// What a ``Mailbox`` holds and who waits, without locks or tasks.
///
/// The queues lie beside the two small states rather than inside them, so that the frequent events touch them
/// in place.
///
/// Invariants:
/// - A producer waits only while there is no room, so an offer that finds room overtakes nobody.
/// - The consumer is idle only while nothing is queued.
/// - A waiter is given out exactly once.
struct MailboxStateMachine<Element: Sendable, Waiter: Sendable>: ~Copyable {
    struct SuspendedProducer: Sendable {
        let element: Element
        let waiter: Waiter
    }

    private enum Gate {
        /// Elements are accepted as the policy says. Next: `closed`.
        case open
        /// Nothing is accepted and no producer waits; what is queued can be taken. Final.
        case closed
    }

    private enum Consumer {
        /// The last take found nothing, or there was none yet. Next: `due`, with the next element.
        case idle
        /// The consumer was told of an element and has not yet found the queue empty. Next: `idle`.
        case due
    }

    /// An idle mailbox keeps a buffer of up to this many slots for the next burst.
    static var largestIdleCapacity: Int { 64 }

    private let policy: MailboxPolicy
    private let capacity: Int
    private var gate = Gate.open
    private var consumer = Consumer.idle
    private var queue = Deque<Element>()
    private var producers = WaiterQueue<SuspendedProducer>()
    /// How many elements the consumer took and has not released.
    private var taken = 0
    private(set) var droppedCount = 0

    init(policy: MailboxPolicy) {
        self.policy = policy
        capacity = policy.capacity
    }

    var occupied: Int { queue.count + taken }
    var isClosed: Bool { gate == .closed }

    enum OfferAction {
        case accepted
        case acceptedEndingIdleness
        case acceptedDroppingOldest(Element)
        case full
        case closed
    }

    mutating func offer(_ element: Element) -> OfferAction {
        guard gate == .open else { return .closed }
        if occupied < capacity { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
        switch policy {
        case .suspend: return .full
        case .dropNewest:
            droppedCount += 1
            return .full
        case .dropOldest:
            guard let oldest = queue.popFirst() else {
                return enqueue(element) ? .acceptedEndingIdleness : .accepted
            }
            droppedCount += 1
            queue.append(element)
            return .acceptedDroppingOldest(oldest)
        case .unbounded: preconditionFailure("offer: an unbounded mailbox is full with \(occupied) elements")
        }
    }

    enum SendAction {
        case accepted
        case acceptedEndingIdleness
        case wait(WaiterQueue<SuspendedProducer>.ID)
        case closed
    }

    /// A producer that found no room comes with the means to resume it; there may be room by now.
    mutating func send(_ element: Element, from waiter: Waiter) -> SendAction {
        guard gate == .open else { return .closed }
        guard occupied >= capacity else { return enqueue(element) ? .acceptedEndingIdleness : .accepted }
        return .wait(producers.join(SuspendedProducer(element: element, waiter: waiter)))
    }

    /// The producer gives up; nil if it does not wait (any more).
    mutating func withdrawProducer(_ id: WaiterQueue<SuspendedProducer>.ID) -> SuspendedProducer? {
        producers.withdraw(id)
    }

    enum TakeAction {
        case batch
        /// Nothing was queued. A buffer too large to keep goes along, to be freed outside the lock.
        case idle(retired: Deque<Element>)
    }

    mutating func take(into batch: inout Deque<Element>) -> TakeAction {
        precondition(batch.isEmpty, "take: the batch still holds \(batch.count) elements")
        guard queue.isEmpty else {
            swap(&queue, &batch)
            taken += batch.count
            return .batch
        }
        consumer = .idle
        var retired = Deque<Element>()
        if queue.capacity > Self.largestIdleCapacity { swap(&queue, &retired) }
        return .idle(retired: retired)
    }

    enum RoomAction {
        case none
        case admitted([Waiter], endedIdleness: Bool)
    }

    mutating func release(_ count: Int) -> RoomAction {
        precondition(count >= 0 && count <= taken, "release(\(count)): \(taken) elements are taken")
        taken -= count
        return admitProducers()
    }

    mutating func discardAll() -> (Deque<Element>, RoomAction) {
        var discarded = Deque<Element>()
        swap(&queue, &discarded)
        return (discarded, admitProducers())
    }

    mutating func close() -> [SuspendedProducer] {
        gate = .closed
        return producers.removeAll()
    }

    /// Answers whether this ended the consumer's idleness.
    private mutating func enqueue(_ element: Element) -> Bool {
        queue.append(element)
        guard consumer == .idle else { return false }
        consumer = .due
        return true
    }

    private mutating func admitProducers() -> RoomAction {
        guard !producers.isEmpty else { return .none }
        var admitted: [Waiter] = []
        var endedIdleness = false
        while occupied < capacity, let producer = producers.popFirst() {
            if enqueue(producer.element) { endedIdleness = true }
            admitted.append(producer.waiter)
        }
        return admitted.isEmpty ? .none : .admitted(admitted, endedIdleness: endedIdleness)
    }
}
