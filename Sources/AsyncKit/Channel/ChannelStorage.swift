/// The state machine of an ``AsyncChannel`` under a lock, and the continuations of the waiting tasks.
///
/// Each operation runs one event of the state machine under the lock and acts on its result afterwards. A continuation is
/// resumed exactly once because the machine hands out each producer and each consumer exactly once. For cancellation see
/// ``SharedWaiterID``.
///
/// Everything on the path of an element is inlinable, including the queues: the benchmark `channel` costs several times
/// as much where the element's type is not known at compile time.
@usableFromInline
final class ChannelStorage<Element: Sendable>: Sendable {
    @usableFromInline typealias Producer = UnsafeContinuation<ChannelSendResult, Never>
    @usableFromInline typealias Consumer = UnsafeContinuation<Element?, Never>
    @usableFromInline typealias Machine = ChannelStateMachine<Element, Producer, Consumer>

    @usableFromInline let machine = LockedField(Machine())

    @inlinable
    init() {}

    // MARK: - Producers

    @inlinable
    func send(_ element: Element) async -> ChannelSendResult {
        // Most elements find a consumer: this path needs no continuation.
        switch machine.withLock({ $0.send(isCancelled: Task.isCancelled) }) {
        case .deliver(let consumer):
            consumer.resume(returning: element)
            return .delivered
        case .end(let result): return result
        case .suspend: break
        }
        let id = SharedWaiterID()
        return await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (producer: Producer) in
                let action = machine.withLock { machine in
                    let action = machine.send(element, from: producer, isCancelled: Task.isCancelled)
                    if case .wait(let joined) = action { id.publish(joined) }
                    return action
                }
                perform(action, element, producer)
            }
        } onCancel: {
            let entry = machine.withLock { machine in id.value.flatMap { machine.cancelSend($0) } }
            entry?.producer.resume(returning: .cancelled)
        }
    }

    @inlinable
    func sendIgnoringCancellation(_ element: Element) async -> ChannelSendResult {
        switch machine.withLock({ $0.send(isCancelled: false) }) {
        case .deliver(let consumer):
            consumer.resume(returning: element)
            return .delivered
        case .end(let result): return result
        case .suspend: break
        }
        return await withUnsafeContinuation { (producer: Producer) in
            perform(machine.withLock { $0.send(element, from: producer, isCancelled: false) }, element, producer)
        }
    }

    @inlinable
    func sendIfAwaited(_ element: Element) -> Bool {
        guard case .deliver(let consumer) = machine.withLock({ $0.send(isCancelled: false) }) else { return false }
        consumer.resume(returning: element)
        return true
    }

    @inlinable @inline(__always)
    func perform(_ action: Machine.SuspendedSendAction, _ element: Element, _ producer: Producer) {
        switch action {
        case .deliver(let consumer):
            consumer.resume(returning: element)
            producer.resume(returning: .delivered)
        case .end(let result):
            producer.resume(returning: result)
        case .wait:
            break
        }
    }

    // MARK: - Consumers

    @inlinable
    func next() async -> Element? {
        switch machine.withLock({ $0.next(isCancelled: Task.isCancelled) }) {
        case .take(let element, let producer):
            producer.resume(returning: .delivered)
            return element
        case .end: return nil
        case .suspend: break
        }
        let id = SharedWaiterID()
        return await withCancellationHandlerInPlace {
            await withUnsafeContinuation { (consumer: Consumer) in
                let action = machine.withLock { machine in
                    let action = machine.next(for: consumer, isCancelled: Task.isCancelled)
                    if case .wait(let joined) = action { id.publish(joined) }
                    return action
                }
                perform(action, consumer)
            }
        } onCancel: {
            let consumer = machine.withLock { machine in id.value.flatMap { machine.cancelNext($0) } }
            consumer?.resume(returning: nil)
        }
    }

    @inlinable @inline(__always)
    func perform(_ action: Machine.SuspendedNextAction, _ consumer: Consumer) {
        switch action {
        case .take(let element, let producer):
            producer.resume(returning: .delivered)
            consumer.resume(returning: element)
        case .end:
            consumer.resume(returning: nil)
        case .wait:
            break
        }
    }

    // MARK: - End

    @usableFromInline
    func finish() {
        var finished: Machine.Waiting?
        machine.withLock { finished = $0.finish() }
        guard var waiting = finished.take() else { return }
        while let entry = waiting.producers.popFirst() { entry.producer.resume(returning: .finished) }
        while let consumer = waiting.consumers.popFirst() { consumer.resume(returning: nil) }
    }
}
