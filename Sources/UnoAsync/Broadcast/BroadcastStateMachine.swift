/// What a ``Broadcast`` holds and who waits, without locks or tasks.
///
/// The subscribers lie beside the phase rather than inside it, so that a publication touches them in place.
///
/// Invariants:
/// - A source waits only while a `.bounded` subscriber is full.
/// - A waiter is given out exactly once.
/// - Unless the source is at work, no subscriber waits to be let in.
/// - After the end only a subscriber that waits to be let in awaits a value.
@usableFromInline
struct BroadcastStateMachine<Element: Sendable, Waiter: Sendable, Source: Sendable>: ~Copyable, Sendable {
    @usableFromInline typealias Subscriber = BroadcastSubscriber<Element, Waiter>
    @usableFromInline typealias SubscriberID = UInt64

    @usableFromInline var phase = BroadcastPhase.open
    /// False if a publication may concern a subscriber at once, true if it certainly does not.
    @usableFromInline var isQuiet = true
    /// The value that was published last.
    @usableFromInline var replay = LatestValue<Element>()
    /// How many values were published; the latest has this number.
    @usableFromInline var publications: UInt64 = 0
    /// The value at which the source came to rest last.
    @usableFromInline var rest = LatestValue<Element>()
    /// The number that the last value emitted before that rest has, or will have when it is published.
    @usableFromInline var restNumber: UInt64 = 0
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

    var isCancelled: Bool { if case .cancelled = phase { true } else { false } }

    /// Whether the next publication would be refused.
    @inlinable
    var isBlocked: Bool { subscribers.contains { $0.isFull && $0.gets(publications + 1) } }

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
        for index in subscribers.indices where subscribers[index].gets(publications) {
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

    /// The source comes to rest at this value, with so many values emitted and not published. Let the waiting in after it.
    ///
    /// Leaves the value of the rest before in the place of the element, to be released after the lock.
    @inlinable
    mutating func comeToRest(at element: inout Element, unpublished: Int) {
        restNumber = publications + UInt64(unpublished)
        if rest.isFilled { rest.exchange(with: &element) } else { rest.begin(with: element) }
    }

    /// The source begins to work: gives away the value that it rested at, to be released after the lock. A copy that is kept
    /// would make the source's next change copy what the value holds.
    @inlinable
    mutating func leaveRest() -> Element? { rest.take() }

    /// Who has been let in, and whom that concerns.
    @usableFromInline
    struct Admission: Sendable {
        @usableFromInline var policies: [SubscriptionPolicy] = []
        /// They get the value.
        @usableFromInline var started: [Waiter] = []
        /// They get the end.
        @usableFromInline var ended: [Waiter] = []
    }

    /// Lets in whoever waits for it: they begin with this value, and get what is emitted after it.
    @usableFromInline
    mutating func letIn(with element: Element?, unpublished: Int) -> Admission {
        var admission = Admission()
        for index in subscribers.indices where subscribers[index].isWaiting {
            admission.policies.append(subscribers[index].policy)
            let number = publications + UInt64(unpublished)
            let waiter = subscribers[index].begin(with: element, after: number)
            if let waiter { admission.started.append(waiter) }
            if isFinished { admission.ended += subscribers[index].removeWaiters() }
        }
        if !admission.policies.isEmpty { isQuiet = false }
        return admission
    }

    /// Whom the end concerns, and what nobody will see, to be released after the lock.
    struct Ending: Sendable {
        var ended: [Waiter] = []
        var sources: [Source] = []
        var removed: [Subscriber] = []
    }

    mutating func finish() -> Ending {
        guard !isFinished else { return Ending() }
        phase = .finished
        var ending = Ending()
        for index in subscribers.indices where !subscribers[index].isWaiting {
            ending.ended += subscribers[index].removeWaiters()
        }
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

    /// What one that subscribes while the source rests begins with, and the number that goes with it.
    private var beginning: (element: Element?, number: UInt64) {
        // What has been published since the source came to rest is newer, if it was emitted since.
        if let element = rest.value, restNumber >= publications { return (element, restNumber) }
        return (latest, publications)
    }

    /// - Parameter waits: whether the source is at work, and the subscriber waits to be let in.
    mutating func subscribe(_ policy: SubscriptionPolicy, waits: Bool) -> SubscriberID {
        lastID += 1
        if case .cancelled = phase { return lastID }
        var subscriber = Subscriber(id: lastID, policy: policy)
        if !waits {
            let (element, number) = beginning
            _ = subscriber.begin(with: element, after: number)
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
        let action = take(at: index)
        guard case .wait = action else { return action }
        subscribers[index].waiters.append(waiter)
        isQuiet = false
        return .wait
    }

    /// What there is for the subscriber already.
    mutating func take(_ id: SubscriberID) -> NextAction {
        index(of: id).map { take(at: $0) } ?? .end
    }

    @inlinable
    mutating func take(at index: Int) -> NextAction {
        let wasFull = subscribers[index].isFull
        if let element = subscribers[index].popFirst(latest: latest, number: publications) {
            return .element(element, resuming: wasFull ? sourcesWithRoom() : [])
        }
        if isFinished, case .present = subscribers[index].stage { return .end }
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
