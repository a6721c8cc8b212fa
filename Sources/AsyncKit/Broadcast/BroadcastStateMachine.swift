/// What a ``Broadcast`` holds and who waits, without locks or tasks.
///
/// The subscribers lie beside the phase rather than inside it, so that a publication touches them in place.
///
/// Invariants:
/// - A source waits only while a `.bounded` subscriber is full.
/// - A waiter is given out exactly once.
/// - After the end no subscriber awaits a publication.
@usableFromInline
struct BroadcastStateMachine<Element: Sendable, Waiter: Sendable, Source: Sendable>: ~Copyable, Sendable {
    @usableFromInline typealias Subscriber = BroadcastSubscriber<Element, Waiter>
    @usableFromInline typealias SubscriberID = UInt64

    @usableFromInline var phase = BroadcastPhase.open
    /// False if a publication may concern a subscriber at once, true if it certainly does not.
    @usableFromInline var isQuiet = true
    @usableFromInline var replay = LatestValue<Element>()
    /// How many values were published; the latest has this number.
    @usableFromInline var publications: UInt64 = 0
    /// Sorted by identity, that is, in the order of subscription.
    @usableFromInline var subscribers: [Subscriber] = []
    @usableFromInline var lastID: SubscriberID = 0
    @usableFromInline var sources: [Source] = []

    @inlinable
    init() {}

    @inlinable
    var latest: Element? { replay.value }

    @inlinable
    var isFinished: Bool { if case .open = phase { false } else { true } }

    /// Whether a publication would be refused.
    @inlinable
    var isBlocked: Bool { subscribers.contains { $0.isFull } }

    // MARK: Source

    @usableFromInline
    enum PublishAction: Sendable {
        /// Nobody has to be told.
        case done
        /// A subscriber has no room; nobody got the value.
        case blocked
        /// There is nobody to publish to any more.
        case ended
        case published(Publication)
    }

    /// Who gets the value at once, and what it displaced; the first waiter has a place of its own, so that one
    /// subscriber costs no array.
    @usableFromInline
    struct Publication: Sendable {
        @usableFromInline var waiter: Waiter?
        @usableFromInline var moreWaiters: [Waiter] = []
        @usableFromInline var displaced: [Element] = []

        @inlinable
        init() {}
    }

    /// Leaves the former latest value in the place of the element, to be released after the lock.
    @inlinable @inline(__always)
    mutating func publish(_ element: inout Element) -> PublishAction {
        guard case .open = phase else { return .ended }
        guard isQuiet, publications > 0 else { return publishAttentively(&element) }
        replay.exchange(with: &element)
        publications += 1
        return .done
    }

    @inlinable @inline(never)
    mutating func publishAttentively(_ element: inout Element) -> PublishAction {
        guard !isBlocked else { return .blocked }
        var publication = Publication()
        publications += 1
        for index in subscribers.indices {
            let waiter = subscribers[index].receive(
                element,
                number: publications,
                displaced: &publication.displaced
            )
            guard let waiter else { continue }
            if publication.waiter == nil {
                publication.waiter = waiter
            } else {
                publication.moreWaiters.append(waiter)
            }
        }
        isQuiet = !subscribers.contains { $0.isAttentive }
        if publications == 1 { replay.begin(with: element) } else { replay.exchange(with: &element) }
        return .published(publication)
    }

    enum RoomAction {
        case proceed
        case wait
    }

    mutating func waitForRoom(_ source: Source) -> RoomAction {
        guard !isFinished, isBlocked else { return .proceed }
        sources.append(source)
        return .wait
    }

    /// The latest value was the source's newest after all: those that await a publication start with it.
    ///
    /// Answers the consumers to hand it to.
    mutating func endConflation() -> [Waiter] {
        guard let latest else {
            for index in subscribers.indices { subscribers[index].stage = .active }
            return []
        }
        var started: [Waiter] = []
        var displaced: [Element] = []
        for index in subscribers.indices where subscribers[index].stage == .awaitingPublication {
            let waiter = subscribers[index].receive(latest, number: publications, displaced: &displaced)
            if let waiter { started.append(waiter) }
        }
        return started
    }

    /// Whom the end concerns: some get the latest value, some the end, and the sources go on.
    struct Ending: Sendable {
        var started: [Waiter] = []
        var ended: [Waiter] = []
        var sources: [Source] = []
        /// What nobody will see, to be released after the lock.
        var removed: [Subscriber] = []
    }

    mutating func finish() -> Ending {
        guard !isFinished else { return Ending() }
        var ending = Ending(started: endConflation())
        phase = .finished
        for index in subscribers.indices { ending.ended += subscribers[index].removeWaiters() }
        swap(&ending.sources, &sources)
        return ending
    }

    mutating func cancel() -> Ending {
        phase = .cancelled
        var ending = Ending()
        for index in subscribers.indices { ending.ended += subscribers[index].removeWaiters() }
        swap(&ending.sources, &sources)
        swap(&ending.removed, &subscribers)
        return ending
    }

    // MARK: Subscribers

    /// `whileConflating` says that the source may have skipped values since it published the latest one.
    mutating func subscribe(_ policy: SubscriptionPolicy, whileConflating: Bool) -> SubscriberID {
        lastID += 1
        if case .cancelled = phase { return lastID }
        let waits = !isFinished && whileConflating && policy.wantsEveryValue
        var subscriber = Subscriber(id: lastID, policy: policy, stage: waits ? .awaitingPublication : .active)
        if !waits, let latest {
            var displaced: [Element] = []
            _ = subscriber.receive(latest, number: publications, displaced: &displaced)
        }
        subscribers.append(subscriber)
        isQuiet = false
        return lastID
    }

    @usableFromInline
    enum NextAction: Sendable {
        case element(Element, resuming: [Source])
        case end
        case wait
    }

    @inlinable
    mutating func next(_ id: SubscriberID, waiter: Waiter) -> NextAction {
        guard let index = index(of: id) else { return .end }
        let wasFull = subscribers[index].isFull
        if let element = subscribers[index].popFirst(latest: latest, number: publications) {
            return .element(element, resuming: wasFull ? sourcesWithRoom() : [])
        }
        guard !isFinished else { return .end }
        subscribers[index].waiters.append(waiter)
        isQuiet = false
        return .wait
    }

    enum UnsubscribeAction {
        case none
        case removed(Subscriber, resuming: [Source])
    }

    mutating func unsubscribe(_ id: SubscriberID) -> UnsubscribeAction {
        guard let index = index(of: id) else { return .none }
        let subscriber = subscribers.remove(at: index)
        return .removed(subscriber, resuming: sourcesWithRoom())
    }

    @inlinable
    mutating func sourcesWithRoom() -> [Source] {
        guard !sources.isEmpty, !isBlocked else { return [] }
        defer { sources = [] }
        return sources
    }

    @inlinable
    func index(of id: SubscriberID) -> Int? {
        var range = subscribers.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = subscribers[middle].id
            if found == id { return middle }
            range = found < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

/// Not nested in the machine: there it would be a generic type.
@usableFromInline
enum BroadcastPhase: Sendable {
    /// Values are published. Next: `finished`, `cancelled`.
    case open
    /// Nothing more is published; subscribers get what is buffered, then the end. Next: `cancelled`.
    case finished
    /// Nothing more is published or handed on, and there are no subscribers. Final.
    case cancelled
}
