/// The waiting producers and consumers of an ``AsyncChannel``, and which of them meet. No locks, no tasks.
///
/// `Producer` and `Consumer` stand for the continuations of the two sides; the machine hands out each of them exactly once.
@usableFromInline
package struct ChannelStateMachine<
    Element: Sendable,
    Producer: Sendable,
    Consumer: Sendable
>: ~Copyable, Sendable {
    @usableFromInline package typealias ID = UInt64

    /// At most one of the queues has entries, because a producer and a consumer that meet do not wait.
    @usableFromInline
    package struct Waiting: ~Copyable, Sendable {
        @usableFromInline package var producers = WaiterQueue<(producer: Producer, element: Element)>()
        @usableFromInline package var consumers = WaiterQueue<Consumer>()

        @inlinable
        init() {}
    }

    @usableFromInline
    enum State: ~Copyable, Sendable {
        /// Elements pass. Next: `finished`.
        case open(Waiting)
        /// No task waits, and no element passes. Final.
        case finished
    }

    @usableFromInline var state: State

    @inlinable
    init(_ state: consuming State) {
        self.state = state
    }

    @inlinable
    package init() {
        self.init(.open(Waiting()))
    }

    /// Runs `event` if the channel is open; returns nil otherwise.
    @inlinable @inline(__always)
    mutating func whileOpen<Action>(_ event: (inout Waiting) -> Action) -> Action? {
        switch consume state {
        case .open(var waiting):
            let action = event(&waiting)
            self = Self(.open(waiting))
            return action
        case .finished:
            self = Self(.finished)
            return nil
        }
    }

    // MARK: - Producers

    @usableFromInline
    package enum SendAction: Sendable {
        /// Resume the consumer with the element, which is delivered.
        case deliver(to: Consumer)
        /// The element is not delivered.
        case end(ChannelSendResult)
        /// No consumer waits: call again with a continuation.
        case suspend
    }

    /// A producer arrived. Takes the consumer that has waited longest.
    @inlinable
    package mutating func send(isCancelled: Bool) -> SendAction {
        whileOpen { waiting in
            if isCancelled { return .end(.cancelled) }
            return waiting.consumers.popFirst().map { .deliver(to: $0) } ?? .suspend
        } ?? .end(.finished)
    }

    @usableFromInline
    package enum SuspendedSendAction: Sendable {
        case deliver(to: Consumer)
        case end(ChannelSendResult)
        /// The producer waits and can be withdrawn under this identity.
        case wait(ID)
    }

    /// A producer called again with a continuation; a consumer, the end or a cancellation may have come in between.
    @inlinable
    package mutating func send(
        _ element: Element,
        from producer: Producer,
        isCancelled: Bool
    ) -> SuspendedSendAction {
        whileOpen { waiting in
            if isCancelled { return .end(.cancelled) }
            if let consumer = waiting.consumers.popFirst() { return .deliver(to: consumer) }
            return .wait(waiting.producers.join((producer, element)))
        } ?? .end(.finished)
    }

    /// A producer was cancelled; nil if it has been resumed before.
    @usableFromInline
    package mutating func cancelSend(_ id: ID) -> (producer: Producer, element: Element)? {
        whileOpen { $0.producers.withdraw(id) } ?? nil
    }

    // MARK: - Consumers

    @usableFromInline
    package enum NextAction: Sendable {
        /// Resume the producer, whose element is delivered, and return the element.
        case take(Element, from: Producer)
        /// Return nil.
        case end
        /// No producer waits: call again with a continuation.
        case suspend
    }

    /// A consumer arrived. Takes the element of the producer that has waited longest.
    @inlinable
    package mutating func next(isCancelled: Bool) -> NextAction {
        whileOpen { waiting in
            if isCancelled { return .end }
            return waiting.producers.popFirst().map { .take($0.element, from: $0.producer) } ?? .suspend
        } ?? .end
    }

    @usableFromInline
    package enum SuspendedNextAction: Sendable {
        case take(Element, from: Producer)
        case end
        /// The consumer waits and can be withdrawn under this identity.
        case wait(ID)
    }

    /// A consumer called again with a continuation; a producer, the end or a cancellation may have come in between.
    @inlinable
    package mutating func next(for consumer: Consumer, isCancelled: Bool) -> SuspendedNextAction {
        whileOpen { waiting in
            if isCancelled { return .end }
            if let entry = waiting.producers.popFirst() { return .take(entry.element, from: entry.producer) }
            return .wait(waiting.consumers.join(consumer))
        } ?? .end
    }

    /// A consumer was cancelled; nil if it has been resumed before.
    @usableFromInline
    package mutating func cancelNext(_ id: ID) -> Consumer? {
        whileOpen { $0.consumers.withdraw(id) } ?? nil
    }

    // MARK: - End

    /// The channel finished. Returns the waiting tasks, all of which are to be resumed; nil if it had finished before.
    @usableFromInline
    package mutating func finish() -> Waiting? {
        switch consume state {
        case .open(let waiting):
            self = Self(.finished)
            return waiting
        case .finished:
            self = Self(.finished)
            return nil
        }
    }
}
