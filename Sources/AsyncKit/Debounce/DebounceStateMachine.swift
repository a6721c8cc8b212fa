/// What the three parties of a debounced iteration do next: its consumer, the puller of its upstream, and its sleeper.
///
/// The type parameters stand for the continuations of parked parties; the machine hands out each of them exactly once.
///
/// Demand: the upstream is pulled only while the consumer waits. An element that arrives after the consumer has been served
/// is kept, and the puller parks. So while no consumer waits there is at most one element here, in the window or ready, and
/// the upstream is not being pulled: it can neither produce nor end.
///
/// Time: the sleeper may wake long after the deadline. Therefore every event for which the end of a window matters carries
/// the time, and an element whose window is over counts as delivered before the event.
@usableFromInline
package struct DebounceStateMachine<
    Element: Sendable,
    Failure: Error,
    Instant: InstantProtocol,
    Consumer: Sendable,
    Puller: Sendable,
    Sleeper: Sendable
>: ~Copyable, Sendable {
    /// The parked parties and the element.
    @usableFromInline
    package struct Running: ~Copyable, Sendable {
        @usableFromInline package internal(set) var consumer: Consumer?
        @usableFromInline package internal(set) var puller: Puller?
        @usableFromInline package internal(set) var sleeper: Sleeper?
        @usableFromInline var window = DebounceWindow<Element, Instant>()
        /// An element whose window ended before the consumer asked.
        @usableFromInline var ready: Element?
        /// The deadline for a sleeper that was started before it had parked.
        @usableFromInline var alarm: Instant?

        @inlinable
        init() {}
    }

    @usableFromInline
    enum State: ~Copyable, Sendable {
        /// The upstream has not ended. Next: `failed` or `ended`.
        case running(Running)
        /// The upstream threw, and the consumer has not received the error: it was not waiting, or received an element that
        /// was due before. Next: `ended`, when the consumer takes the error or is cancelled.
        case failed(Failure)
        /// Finished, failed or cancelled; every party is told to stop. Final.
        case ended
    }

    @usableFromInline var state: State

    @inlinable
    init(_ state: consuming State) {
        self.state = state
    }

    @inlinable
    package init() {
        self.init(.running(Running()))
    }

    /// Runs `event` if the upstream has not ended; returns nil otherwise.
    @inlinable
    mutating func whileRunning<Action>(_ event: (inout Running) -> Action) -> Action? {
        // See `next(for:at:)` for why this is not a `guard case`.
        switch consume state {
        case .running(var running):
            let action = event(&running)
            self = Self(.running(running))
            return action
        case .failed(let error):
            self = Self(.failed(error))
            return nil
        case .ended:
            self = Self(.ended)
            return nil
        }
    }

    // MARK: - Consumer

    @usableFromInline
    package enum NextAction: Sendable {
        /// Return the element.
        case deliver(Element)
        /// Return nil, or throw.
        case end(Failure?)
        /// The consumer waits. Resume the puller if it is parked.
        case wait(resuming: Puller?)
    }

    /// The consumer asked for an element at `now`.
    ///
    /// A `switch`, because Swift 6.3.1 miscompiles `guard case` on a consumed noncopyable value of a generic enumeration: it
    /// destroys the payload that it has bound, which is then released twice. Without optimisation this program crashes, and
    /// with it the address sanitizer finds a use after free in larger ones:
    ///
    /// ```swift
    /// final class Problem: Error {}
    /// enum Stage<Failure>: ~Copyable { case failed(Failure), ended }
    /// func take<Failure>(_ stage: consuming Stage<Failure>) -> Failure? {
    ///     guard case .failed(let failure) = consume stage else { return nil }
    ///     return failure
    /// }
    /// print(take(Stage.failed(Problem())) as Any)
    /// ```
    @inlinable
    package mutating func next(for consumer: Consumer, at now: Instant) -> NextAction {
        switch consume state {
        case .running(var running):
            let action = running.next(for: consumer, at: now)
            self = Self(.running(running))
            return action
        case .failed(let error):
            self = Self(.ended)
            return .end(error)
        case .ended:
            self = Self(.ended)
            return .end(nil)
        }
    }

    // MARK: - Upstream

    @usableFromInline
    package enum PullAction: Sendable {
        /// Ask the upstream for an element.
        case pull
        /// No consumer waits: the puller is parked.
        case park
        /// The iteration has ended.
        case stop
    }

    /// The puller is ready to ask the upstream for an element.
    @inlinable
    package mutating func pull(by puller: Puller) -> PullAction {
        whileRunning { running in
            if running.consumer != nil { return .pull }
            running.puller = puller
            return .park
        } ?? .stop
    }

    @usableFromInline
    package struct ArriveAction: Sendable {
        /// An element that is not delivered; returned so that it is released outside the lock.
        @usableFromInline package var dropped: Element?
        /// The element that was due before this one arrived, and the consumer to resume with it.
        @usableFromInline package var delivery: (element: Element, consumer: Consumer)?
        /// The sleeper to resume, and its deadline.
        @usableFromInline package var alarm: (sleeper: Sleeper, until: Instant)?
        /// Ask the upstream for the next element at once; otherwise the puller calls `pull(by:)`.
        @usableFromInline package var isDemanded: Bool

        @inlinable
        init(dropped: Element?, isDemanded: Bool) {
            self.dropped = dropped
            self.isDemanded = isDemanded
        }
    }

    /// The upstream produced an element at `now`; it is due at `due` if no other follows until then.
    @inlinable
    package mutating func arrive(_ element: Element, at now: Instant, due: Instant) -> ArriveAction {
        whileRunning { running in
            let passed = running.window.takeDue(at: now)
            let (superseded, sleeper) = running.window.arrive(element, due: due)
            var action = ArriveAction(dropped: superseded, isDemanded: false)
            if let passed {
                guard let consumer = running.consumer.take() else {
                    fatalError("arrive() in state running: the upstream was pulled while an element was kept")
                }
                action.delivery = (passed, consumer)
            }
            action.isDemanded = running.consumer != nil
            if case .start(let deadline) = sleeper {
                if let parked = running.sleeper.take() {
                    action.alarm = (parked, deadline)
                } else {
                    running.alarm = deadline
                }
            }
            return action
        } ?? ArriveAction(dropped: element, isDemanded: false)
    }

    // MARK: - Sleeper

    @usableFromInline
    package enum SleeperAction: Sendable {
        case sleep(until: Instant)
        /// No window is open: the sleeper is parked, or goes to park.
        case park
        /// Resume the consumer with the element, then go to park.
        case deliver(Element, to: Consumer)
        /// The iteration has ended.
        case stop
    }

    /// The sleeper is ready for the next window.
    package mutating func park(_ sleeper: Sleeper) -> SleeperAction {
        whileRunning { running in
            if let deadline = running.alarm.take() { return .sleep(until: deadline) }
            running.sleeper = sleeper
            return .park
        } ?? .stop
    }

    /// The sleeper has slept until `now`.
    package mutating func woke(at now: Instant) -> SleeperAction {
        whileRunning { running in
            switch running.window.woke(at: now) {
            case .sleep(let deadline):
                return .sleep(until: deadline)
            case .idle:
                return .park
            case .deliver(let element):
                if let consumer = running.consumer.take() { return .deliver(element, to: consumer) }
                running.ready = element
                return .park
            }
        } ?? .stop
    }

    // MARK: - End

    /// The end of the iteration: every parked party is to be resumed, the consumer with the result.
    package struct Ending: ~Copyable, Sendable {
        package let parked: Running
        package let result: Result<Element?, Failure>
    }

    /// The upstream finished; a pending element is delivered at once.
    package mutating func finish() -> Ending? {
        end { running in
            let element = running.window.flush()
            guard element == nil || running.consumer != nil else {
                fatalError("finish() in state running: the upstream ended while it was not to be pulled")
            }
            return .success(element)
        }
    }

    /// The upstream threw at `now`; a pending element is dropped, unless it was due before.
    package mutating func fail(_ error: Failure, at now: Instant) -> Ending? {
        var isSeen = true
        let ending = end { running in
            let passed = running.window.takeDue(at: now)
            isSeen = passed == nil && running.consumer != nil
            return passed.map { .success($0) } ?? .failure(error)
        }
        if !isSeen { self = Self(.failed(error)) }
        return ending
    }

    /// The consumer was cancelled or the iterator was released; elements and errors are dropped.
    package mutating func cancel() -> Ending? {
        end { _ in .success(nil) }
    }

    private mutating func end(_ result: (inout Running) -> Result<Element?, Failure>) -> Ending? {
        switch consume state {
        case .running(var running):
            self = Self(.ended)
            let result = result(&running)
            return Ending(parked: running, result: result)
        case .failed:
            self = Self(.ended)
            return nil
        case .ended:
            self = Self(.ended)
            return nil
        }
    }
}

extension DebounceStateMachine.Running {
    @inlinable
    mutating func next(for consumer: Consumer, at now: Instant) -> DebounceStateMachine.NextAction {
        if let element = ready.take() ?? window.takeDue(at: now) { return .deliver(element) }
        guard self.consumer == nil else {
            fatalError("next() in state running: the consumer of this iteration already waits")
        }
        self.consumer = consumer
        return .wait(resuming: puller.take())
    }
}
