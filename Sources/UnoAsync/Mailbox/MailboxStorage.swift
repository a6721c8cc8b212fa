public import Synchronization

/// The events of a ``Mailbox``.
///
/// Each operation runs one event of the state machine under the lock and acts on its answer after it. A
/// continuation is resumed exactly once because the machine gives each waiter out exactly once.
@usableFromInline
struct MailboxStorage<Element: Sendable>: Sendable {
    @usableFromInline typealias Producer = UnsafeContinuation<Mailbox<Element>.SendResult, Never>
    @usableFromInline typealias Machine = MailboxStateMachine<Element, Producer>

    @usableFromInline let state: MailboxState<Machine>

    @inlinable var isIdle: Bool { state.idle.load(ordering: .acquiring) }

    @inlinable
    init(policy: MailboxPolicy) {
        state = MailboxState(Machine(policy: policy))
    }

    @inlinable
    func offer(
        _ element: Element,
        _ sparing: (Element) -> Bool,
        _ onReady: () -> Void
    ) -> Mailbox<Element>.Offer {
        let action = state.withLock { machine in
            let action = machine.offer(element, sparing: sparing)
            if case .acceptedEndingIdleness = action { state.idle.store(false, ordering: .releasing) }
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

    func send(
        _ element: Element,
        _ sparing: (Element) -> Bool,
        _ onReady: () -> Void
    ) async -> Mailbox<Element>.SendResult {
        if Task.isCancelled { return .cancelled }
        switch offer(element, sparing, onReady) {
        case .accepted: return .accepted
        case .acceptedDroppingOldest(let oldest): return .acceptedDroppingOldest(oldest)
        case .full: return state.withLock({ $0.producersWait }) ? await sendWhenThereIsRoom(element, onReady) : .full
        case .closed: return .closed
        }
    }

    func sendWaiting(_ element: Element, _ onReady: () -> Void) async -> Mailbox<Element>.SendResult {
        if Task.isCancelled { return .cancelled }
        let action = state.withLock { machine in
            let action = machine.offerIfRoom(element)
            if case .acceptedEndingIdleness = action { state.idle.store(false, ordering: .releasing) }
            return action
        }
        switch action {
        case .accepted: return .accepted
        case .acceptedEndingIdleness:
            onReady()
            return .accepted
        case .acceptedDroppingOldest, .full: return await sendWhenThereIsRoom(element, onReady)
        case .closed: return .closed
        }
    }

    func insert(_ element: Element, _ onReady: () -> Void) {
        let endsIdleness = state.withLock { machine in
            let endsIdleness = machine.enqueue(element)
            if endsIdleness { state.idle.store(false, ordering: .releasing) }
            return endsIdleness
        }
        if endsIdleness { onReady() }
    }

    private func sendWhenThereIsRoom(
        _ element: Element,
        _ onReady: () -> Void
    ) async -> Mailbox<Element>.SendResult {
        // The place in the queue, for the cancellation handler; read and written only under the lock.
        let place = Atomic<WaiterQueue<Producer>.ID>(0)
        return await withTaskCancellationHandler {
            await withUnsafeContinuation { producer in
                let action = state.withLock { machine -> Machine.SendAction? in
                    // A task is marked as cancelled before its handler runs. If the handler has had the lock
                    // already, this sees the mark; if not, the handler will find the place.
                    if Task.isCancelled { return nil }
                    let action = machine.send(element, from: producer)
                    if case .wait(let id) = action { place.store(id, ordering: .relaxed) }
                    if case .acceptedEndingIdleness = action { state.idle.store(false, ordering: .releasing) }
                    return action
                }
                switch action {
                case .wait: break
                case .accepted: producer.resume(returning: .accepted)
                case .acceptedEndingIdleness:
                    onReady()
                    producer.resume(returning: .accepted)
                case .closed: producer.resume(returning: .closed)
                case nil: producer.resume(returning: .cancelled)
                }
            }
        } onCancel: {
            let producer = state.withLock { $0.withdrawProducer(place.load(ordering: .relaxed)) }
            producer?.waiter.resume(returning: .cancelled)
        }
    }

    @inlinable
    func take(into batch: inout Deque<Element>) -> Bool {
        let action = state.withLock { machine in
            let action = machine.take(into: &batch)
            if case .idle = action { state.idle.store(true, ordering: .releasing) }
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
        let action = state.withLock { machine in
            let action = machine.release(count)
            noteIdleness(after: action)
            return action
        }
        perform(action, onReady)
    }

    func close() {
        for producer in state.withLock({ $0.close() }) { producer.waiter.resume(returning: .closed) }
    }

    func discardAll(_ onReady: () -> Void) -> Deque<Element> {
        let (discarded, action) = state.withLock { machine in
            let (discarded, action) = machine.discardAll()
            noteIdleness(after: action)
            return (discarded, action)
        }
        perform(action, onReady)
        return discarded
    }

    var droppedCount: Int { state.withLock { $0.droppedCount } }
    var count: Int { state.withLock { $0.occupied } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    @inlinable
    func noteIdleness(after action: Machine.RoomAction) {
        if case .admitted(_, endedIdleness: true) = action { state.idle.store(false, ordering: .releasing) }
    }

    @usableFromInline
    func perform(_ action: Machine.RoomAction, _ onReady: () -> Void) {
        guard case .admitted(let producers, let endedIdleness) = action else { return }
        if endedIdleness { onReady() }
        for producer in producers { producer.resume(returning: .accepted) }
    }
}
