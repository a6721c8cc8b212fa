/// Who waits in a channel, and who meets whom. No locks, no tasks.
///
/// `Producer` and `Consumer` stand for whatever resumes the two parties; the machine hands each of them out exactly
/// once.
@usableFromInline
package struct ChannelStateMachine<
    Element: Sendable,
    Failure: Error,
    Producer: Sendable,
    Consumer: Sendable
>: ~Copyable, Sendable {
    @usableFromInline package typealias ID = UInt64

    /// Those who wait. At most one of the queues has entries, because a producer and a consumer who meet do not wait.
    @usableFromInline
    package struct Waiting: ~Copyable, Sendable {
        @usableFromInline package var producers = WaiterQueue<(producer: Producer, element: Element)>()
        @usableFromInline package var consumers = WaiterQueue<Consumer>()

        @inlinable
        init() {}
    }

    @usableFromInline
    enum State: ~Copyable, Sendable {
        /// Elements pass. May become `failed` or `finished`.
        case open(Waiting)
        /// Ended by an error that no consumer has seen yet. May become `finished`.
        case failed(Failure)
        /// Ended, and the error, if there was one, has been seen. Stays.
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

    // MARK: - Producers

    @usableFromInline
    package enum SendAction: Sendable {
        /// Resume the consumer with the element; it is delivered.
        case deliver(to: Consumer)
        /// Nobody takes the element.
        case end(SendResult)
        /// No consumer is here: come back with something to resume.
        case suspend
    }

    /// A producer arrived. Takes the consumer who has waited longest.
    @inlinable
    package mutating func send(isCancelled: Bool) -> SendAction {
        switch consume state {
        case .open(var waiting):
            let consumer = isCancelled ? nil : waiting.consumers.popFirst()
            self = Self(.open(waiting))
            if let consumer { return .deliver(to: consumer) }
            return isCancelled ? .end(.cancelled) : .suspend
        case .failed(let error):
            self = Self(.failed(error))
            return .end(.finished)
        case .finished:
            self = Self(.finished)
            return .end(.finished)
        }
    }

    @usableFromInline
    package enum SuspendedSendAction: Sendable {
        case deliver(to: Consumer)
        case end(SendResult)
        /// The producer waits, and can be withdrawn by this identity.
        case wait(ID)
    }

    /// A producer came back with something to resume; a consumer, the end or a cancellation may have come in between.
    @inlinable
    package mutating func send(
        _ element: Element,
        from producer: Producer,
        isCancelled: Bool
    ) -> SuspendedSendAction {
        switch send(isCancelled: isCancelled) {
        case .deliver(let consumer):
            return .deliver(to: consumer)
        case .end(let result):
            return .end(result)
        case .suspend:
            return .wait(join { waiting in waiting.producers.join((producer, element)) })
        }
    }

    /// A producer was cancelled; nil if it has been served or resumed before.
    @usableFromInline
    package mutating func cancelSend(_ id: ID) -> (producer: Producer, element: Element)? {
        switch consume state {
        case .open(var waiting):
            let entry = waiting.producers.withdraw(id)
            self = Self(.open(waiting))
            return entry
        case .failed(let error):
            self = Self(.failed(error))
            return nil
        case .finished:
            self = Self(.finished)
            return nil
        }
    }

    // MARK: - Consumers

    @usableFromInline
    package enum NextAction: Sendable {
        /// Resume the producer, whose element is delivered, and return the element.
        case take(Element, from: Producer)
        /// Return nil or throw.
        case end(Failure?)
        /// No producer is here: come back with something to resume.
        case suspend
    }

    /// A consumer arrived. Takes the element of the producer who has waited longest.
    @inlinable
    package mutating func next(isCancelled: Bool) -> NextAction {
        switch consume state {
        case .open(var waiting):
            let entry = isCancelled ? nil : waiting.producers.popFirst()
            self = Self(.open(waiting))
            if let entry { return .take(entry.element, from: entry.producer) }
            return isCancelled ? .end(nil) : .suspend
        case .failed(let error) where isCancelled:
            self = Self(.failed(error))
            return .end(nil)
        case .failed(let error):
            self = Self(.finished)
            return .end(error)
        case .finished:
            self = Self(.finished)
            return .end(nil)
        }
    }

    @usableFromInline
    package enum SuspendedNextAction: Sendable {
        case take(Element, from: Producer)
        case end(Failure?)
        /// The consumer waits, and can be withdrawn by this identity.
        case wait(ID)
    }

    /// A consumer came back with something to resume; a producer, the end or a cancellation may have come in between.
    @inlinable
    package mutating func next(for consumer: Consumer, isCancelled: Bool) -> SuspendedNextAction {
        switch next(isCancelled: isCancelled) {
        case .take(let element, let producer):
            return .take(element, from: producer)
        case .end(let failure):
            return .end(failure)
        case .suspend:
            return .wait(join { waiting in waiting.consumers.join(consumer) })
        }
    }

    /// A consumer was cancelled; nil if it has been served or resumed before.
    @usableFromInline
    package mutating func cancelNext(_ id: ID) -> Consumer? {
        switch consume state {
        case .open(var waiting):
            let consumer = waiting.consumers.withdraw(id)
            self = Self(.open(waiting))
            return consumer
        case .failed(let error):
            self = Self(.failed(error))
            return nil
        case .finished:
            self = Self(.finished)
            return nil
        }
    }

    // MARK: - End

    /// The channel ended. Returns those who waited, all to be resumed; nil if it had ended before.
    package mutating func end(_ failure: Failure?) -> Waiting? {
        switch consume state {
        case .open(let waiting):
            if let failure, waiting.consumers.isEmpty {
                self = Self(.failed(failure))
            } else {
                self = Self(.finished)
            }
            return waiting
        case .failed(let error):
            self = Self(.failed(error))
            return nil
        case .finished:
            self = Self(.finished)
            return nil
        }
    }

    @inlinable
    mutating func join(_ queue: (inout Waiting) -> ID) -> ID {
        switch consume state {
        case .open(var waiting):
            let id = queue(&waiting)
            self = Self(.open(waiting))
            return id
        case .failed(let error):
            fatalError("A party joined a channel that had failed with \(error)")
        case .finished:
            fatalError("A party joined a channel that had finished")
        }
    }
}
