/// The elements of a ``Mailbox`` and its waiting producers, without locks or tasks.
///
/// The queues lie beside the two small states rather than inside them, so that the frequent events modify them in place.
///
/// **The lane.** A consumer that pauses takes only the elements of its *lane*: what the consumer's own work has sent back to
/// it, so that the work can end. The lane is separate from the pause on, and until a take after it finds both empty;
/// then the lane and the queue are one again. Meanwhile the consumer, unless it pauses, takes from both in turn.
///
/// Invariants:
/// - A producer waits only while there is no room, so an offer that finds room overtakes no producer.
/// - The consumer is idle only while there is nothing that it may take.
/// - The lane is empty while it is joined with the queue.
/// - Each waiter is handed out exactly once.
@usableFromInline
struct MailboxStateMachine<Element: Sendable, Waiter: Sendable>: ~Copyable, Sendable {
    @usableFromInline
    struct SuspendedProducer: Sendable {
        @usableFromInline let element: Element
        @usableFromInline let waiter: Waiter
        /// Whether the element belongs to the lane.
        @usableFromInline let isFeedback: Bool

        @usableFromInline
        init(element: Element, waiter: Waiter, isFeedback: Bool) {
            self.element = element
            self.waiter = waiter
            self.isFeedback = isFeedback
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
    @usableFromInline var lane = Deque<Element>()
    @usableFromInline var passage = MailboxPassage.joined
    /// Whether a producer may be waiting for room in the lane.
    @usableFromInline var laneIsAwaited = false

    @inlinable
    init(_ limit: MailboxLimit) {
        self.limit = limit
    }

    @inlinable @inline(__always)
    var occupied: Int { queue.count + taken + lane.count }
    @inlinable @inline(__always)
    var hasRoom: Bool { occupied < limit.capacity }
    /// The number of elements queued so far.
    var acceptedCount: Int { handedOutCount + queue.count + lane.count + displacedCount + discardedCount }
    var isClosed: Bool { if case .closed = intake { true } else { false } }

    @usableFromInline
    enum OfferAction: Sendable {
        case accepted
        case acceptedEndingIdleness
        indirect case acceptedDroppingOldest(Element)
        case full
        case closed
    }

    /// - Parameter offered: the element; nil if it has been accepted.
    @inlinable @inline(__always)
    mutating func offer(_ offered: inout Element?, sparing: (Element) -> Bool = { _ in false }) -> OfferAction {
        guard case .open = intake else { return .closed }
        if hasRoom { return enqueue(offered.take()!) ? .acceptedEndingIdleness : .accepted }
        switch limit.overflow {
        case .suspend: return .full
        case .dropNewest: return .full
        case .dropOldest:
            // Those that were taken have all places, and are about to be handled.
            guard !queue.isEmpty || taken < limit.capacity else {
                return enqueue(offered.take()!) ? .acceptedEndingIdleness : .accepted
            }
            guard let oldest = queue.removeFirst(where: { !sparing($0) }) else { return .full }
            displacedCount += 1
            queue.append(offered.take()!)
            return .acceptedDroppingOldest(oldest)
        }
    }

    /// Queues an element of the lane if there is room, whatever happens on overflow.
    mutating func offerFeedback(_ element: Element) -> OfferAction {
        guard case .open = intake else { return .closed }
        guard hasRoomForFeedback else { return .full }
        return enqueueFeedback(element) ? .acceptedEndingIdleness : .accepted
    }

    /// A separate lane does not count what is queued beside it, which could keep out what the consumer is waiting for.
    private var hasRoomForFeedback: Bool {
        if case .joined = passage { hasRoom } else { lane.count + taken < limit.capacity }
    }

    enum SendAction {
        case accepted
        case acceptedEndingIdleness
        case wait(WaiterQueue<SuspendedProducer>.ID)
        case closed
    }

    /// A producer that found no room brings its continuation; there may be room by now.
    mutating func send(_ element: Element, isFeedback: Bool, from waiter: Waiter) -> SendAction {
        guard case .open = intake else { return .closed }
        if isFeedback ? hasRoomForFeedback : hasRoom {
            let endsIdleness = isFeedback ? enqueueFeedback(element) : enqueue(element)
            return endsIdleness ? .acceptedEndingIdleness : .accepted
        }
        if isFeedback { laneIsAwaited = true }
        return .wait(
            producers.join(SuspendedProducer(element: element, waiter: waiter, isFeedback: isFeedback))
        )
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
        if case .joined = passage {} else if let action = takeFromLane(into: &batch) { return action }
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
        while let element = lane.popFirst() { discarded.append(element) }
        discardedCount += discarded.count
        return (discarded, admitProducers())
    }

    mutating func close() -> [SuspendedProducer] {
        intake = .closed
        return producers.removeAll()
    }

    /// Returns whether this ended the consumer's idleness.
    @inlinable @inline(__always)
    mutating func enqueue(_ element: consuming Element) -> Bool {
        queue.append(element)
        guard case .idle = consumer, passage.reachesQueue else { return false }
        consumer = .due
        return true
    }

    /// Queues an element of the lane; returns whether this ended the consumer's idleness.
    mutating func enqueueFeedback(_ element: Element) -> Bool {
        if case .joined = passage { return enqueue(element) }
        lane.append(element)
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
        func admit(_ producer: SuspendedProducer, _ machine: inout Self) {
            let ended =
                producer.isFeedback ? machine.enqueueFeedback(producer.element) : machine.enqueue(producer.element)
            if ended { endedIdleness = true }
            admitted.append(producer.waiter)
        }
        while hasRoom, let producer = producers.popFirst() { admit(producer, &self) }
        for producer in takeProducersForLane() { admit(producer, &self) }
        return admitted.isEmpty ? .none : .admitted(admitted, endedIdleness: endedIdleness)
    }

    /// The waiting producers that a separate lane has room for; they need not wait for room in the queue.
    private mutating func takeProducersForLane() -> [SuspendedProducer] {
        if case .joined = passage { return [] }
        let room = limit.capacity - lane.count - taken
        guard laneIsAwaited, room > 0 else { return [] }
        let entering = producers.removeAll(atMost: room) { $0.isFeedback }
        laneIsAwaited = entering.count == room
        return entering
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
    /// The last take found nothing that the consumer may take, or there has not been one. Next: `due`, with the next element.
    case idle
    /// The consumer has been woken and has not found the queue empty since. Next: `idle`.
    case due
}
