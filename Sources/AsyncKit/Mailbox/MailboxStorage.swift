public import Synchronization

/// The state machine of a ``Mailbox`` under its lock, and the continuations of the waiting producers.
///
/// Each operation runs one event of the state machine under the lock and acts on its result afterwards. A continuation is
/// resumed exactly once because the machine hands out each waiter exactly once.
@usableFromInline
final class MailboxStorage<Element: Sendable>: Sendable {
    @usableFromInline typealias Producer = UnsafeContinuation<Mailbox<Element>.SendResult, Never>
    @usableFromInline typealias Machine = MailboxStateMachine<Element, Producer>

    /// Mirrors whether the machine's consumer is idle; written under the lock.
    @usableFromInline let idle = Atomic(true)
    @usableFromInline let machine: LockedField<Machine>
    @usableFromInline let limit: MailboxLimit

    @inlinable
    init(_ limit: MailboxLimit) {
        self.limit = limit
        machine = LockedField(Machine(limit))
    }

    @inlinable var isIdle: Bool { idle.load(ordering: .acquiring) }

    /// - Parameter offered: the element; nil if it has been accepted. So an element is moved, not copied.
    @inlinable @inline(__always)
    func offer(
        _ offered: inout Element?,
        _ sparing: (Element) -> Bool,
        _ onReady: () -> Void
    ) -> Mailbox<Element>.OfferResult {
        offer(onReady) { $0.offer(&offered, sparing: sparing) }
    }

    /// Runs `event` under the lock, and `onReady` after it if the mailbox is no longer idle.
    @inlinable @inline(__always)
    func offer(
        _ onReady: () -> Void,
        _ event: (inout Machine) -> Machine.OfferAction
    ) -> Mailbox<Element>.OfferResult {
        let action = machine.withLock { machine in
            let action = event(&machine)
            if case .acceptedEndingIdleness = action { idle.store(false, ordering: .releasing) }
            return action
        }
        switch action {
        case .accepted: return .accepted
        case .acceptedEndingIdleness:
            onReady()
            return .accepted
        case .acceptedDroppingOldest(let oldest): return .acceptedDroppingOldest(oldest)
        case .full: return .full
        case .closed: return .closed
        }
    }

    @inlinable
    func send(
        _ element: consuming Element,
        _ sparing: (Element) -> Bool,
        _ onReady: () -> Void,
        _ whenJoined: () -> Void
    ) async -> Mailbox<Element>.SendResult {
        if Task.isCancelled { return .cancelled }
        var offered = Optional(element)
        switch offer(&offered, sparing, onReady) {
        case .accepted: return .accepted
        case .acceptedDroppingOldest(let oldest): return .acceptedDroppingOldest(oldest)
        case .full:
            guard limit.overflow == .suspend, let element = offered.take() else { return .full }
            return await sendWhenThereIsRoom(element, isFeedback: false, onReady, whenJoined)
        case .closed: return .closed
        }
    }

    func feedBack(_ element: Element, _ onReady: () -> Void) async -> Mailbox<Element>.SendResult {
        if Task.isCancelled { return .cancelled }
        switch offer(onReady, { $0.offerFeedback(element) }) {
        case .accepted: return .accepted
        case .acceptedDroppingOldest, .full:
            return await sendWhenThereIsRoom(element, isFeedback: true, onReady)
        case .closed: return .closed
        }
    }

    func insert(_ element: Element, _ onReady: () -> Void) {
        let endsIdleness = machine.withLock { machine in
            let endsIdleness = machine.enqueueFeedback(element)
            if endsIdleness { idle.store(false, ordering: .releasing) }
            return endsIdleness
        }
        if endsIdleness { onReady() }
    }

    @usableFromInline
    func sendWhenThereIsRoom(
        _ element: Element,
        isFeedback: Bool,
        _ onReady: () -> Void,
        _ whenJoined: () -> Void = {}
    ) async -> Mailbox<Element>.SendResult {
        let id = SharedWaiterID()
        return await withCancellationHandlerInPlace {
            await withUnsafeContinuation { producer in
                let action = machine.withLock { machine -> Machine.SendAction? in
                    // A task is marked as cancelled before its handler runs. If the handler has already had the lock, this
                    // sees the mark; otherwise the handler will find the identity.
                    if Task.isCancelled { return nil }
                    let action = machine.send(element, isFeedback: isFeedback, from: producer)
                    if case .wait(let joined) = action { id.publish(joined) }
                    if case .acceptedEndingIdleness = action { idle.store(false, ordering: .releasing) }
                    return action
                }
                switch action {
                case .wait: whenJoined()
                case .accepted:
                    whenJoined()
                    producer.resume(returning: .accepted)
                case .acceptedEndingIdleness:
                    onReady()
                    producer.resume(returning: .accepted)
                case .closed: producer.resume(returning: .closed)
                case nil: producer.resume(returning: .cancelled)
                }
            }
        } onCancel: {
            let producer = machine.withLock { machine in id.value.flatMap { machine.withdrawProducer($0) } }
            producer?.waiter.resume(returning: .cancelled)
        }
    }

    @inlinable
    func take(into batch: inout Deque<Element>) -> Bool {
        let action = machine.withLock { machine in
            let action = machine.take(into: &batch)
            if case .idle = action { idle.store(true, ordering: .releasing) }
            return action
        }
        switch action {
        case .batch: return true
        case .idle:
            if batch.capacity > mailboxLargestIdleCapacity { batch = Deque() }
            return false
        }
    }

    @inlinable
    func release(_ count: Int, _ onReady: () -> Void) {
        let action = machine.withLock { machine in
            let action = machine.release(count)
            markBusy(after: action)
            return action
        }
        perform(action, onReady)
    }

    func pause(
        returning batch: inout Deque<Element>,
        where isFeedback: (Element) -> Bool,
        _ onReady: () -> Void
    ) {
        let action = machine.withLock { machine in
            let action = machine.pause(returning: &batch, where: isFeedback)
            markBusy(after: action)
            return action
        }
        perform(action, onReady)
    }

    func resume(_ onReady: () -> Void) {
        let endsIdleness = machine.withLock { machine in
            let endsIdleness = machine.resume()
            if endsIdleness { idle.store(false, ordering: .releasing) }
            return endsIdleness
        }
        if endsIdleness { onReady() }
    }

    func close() {
        for producer in machine.withLock({ $0.close() }) { producer.waiter.resume(returning: .closed) }
    }

    func discardAll() -> Deque<Element> {
        let (discarded, action) = machine.withLock { $0.discardAll() }
        // The consumer is not idle while something is queued.
        perform(action) {}
        return discarded
    }

    /// The number of elements that are queued, and of producers that wait.
    var waiting: (elements: Int, producers: Int) {
        machine.withLock { ($0.queue.count + $0.lane.count, $0.producers.count) }
    }

    func noteWithdrawal() {
        machine.withLock { machine in
            machine.displacedCount -= 1
            machine.discardedCount += 1
        }
    }

    var displacedCount: Int { machine.withLock { $0.displacedCount } }
    var acceptedCount: Int { machine.withLock { $0.acceptedCount } }
    var count: Int { machine.withLock { $0.occupied } }
    var isClosed: Bool { machine.withLock { $0.isClosed } }

    @inlinable
    func markBusy(after action: Machine.RoomAction) {
        if case .admitted(_, endedIdleness: true) = action { idle.store(false, ordering: .releasing) }
    }

    @usableFromInline
    func perform(_ action: Machine.RoomAction, _ onReady: () -> Void) {
        guard case .admitted(let producers, let endedIdleness) = action else { return }
        if endedIdleness { onReady() }
        for producer in producers { producer.resume(returning: .accepted) }
    }
}
