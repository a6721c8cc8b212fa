/// The values of a ``Broadcast``, its subscribers and the waiting tasks, without locks or tasks.
///
/// The state is kept in plain fields rather than in the payloads of an enumeration, so that a publication modifies the
/// subscribers in place.
///
/// Invariants:
/// - A source waits only while a `.suspending` subscriber is full.
/// - Each waiter is handed out exactly once.
/// - A subscriber waits to be admitted only while the source works.
/// - After the end, only a subscriber that waits to be admitted still awaits a value.
@usableFromInline
struct BroadcastStateMachine<Element: Sendable, Waiter: Sendable, Source: Sendable>: ~Copyable, Sendable {
    @usableFromInline typealias Subscriber = BroadcastSubscriber<Element, Waiter>
    @usableFromInline typealias SubscriberID = UInt64

    /// Nothing more is published; subscribers get their buffered values, then the end. Never reset.
    @usableFromInline var isFinished = false
    /// True only if no subscriber has to be handed a publication at once; false is always safe.
    @usableFromInline var isQuiet = true
    /// The latest published value.
    @usableFromInline var replay = LatestValue<Element>()
    /// The number of the latest value published. Values have consecutive numbers, but for a number that is skipped when a
    /// subscriber joins an empty audience: what the source did before was not published, and must not look as if it was.
    @usableFromInline var publications: UInt64 = 0
    /// The state at which the source last came to rest.
    @usableFromInline var rest = LatestValue<Element>()
    /// The number of the last value emitted before that rest; it may be published later.
    @usableFromInline var restNumber: UInt64 = 0
    /// Sorted by identity, which is the order of subscription.
    @usableFromInline var subscribers: [Subscriber] = []
    @usableFromInline var lastID: SubscriberID = 0
    @usableFromInline var sources: [Source] = []

    @inlinable
    init() {}

    @inlinable
    var latest: Element? { replay.value }

    /// Whether the next publication would be blocked.
    @inlinable
    var isBlocked: Bool { subscribers.contains { blocks($0) } }

    /// Whether the subscriber makes the source wait. One that began with the state of a rest may be full, and yet not get the
    /// next publication.
    @inlinable
    func blocks(_ subscriber: Subscriber) -> Bool { subscriber.isFull && subscriber.gets(publications + 1) }

    // MARK: Source

    @usableFromInline
    enum PublishAction: Sendable {
        /// Published; no waiter has to be resumed.
        case done
        /// Not published: a subscriber has no room.
        case blocked
        /// Not published: the broadcast has finished.
        case ended
        case published(Publication)
    }

    /// The waiters to resume with the value, and the values that it displaced. The first waiter has a field of its own, so
    /// that a single subscriber costs no array.
    @usableFromInline
    struct Publication: Sendable {
        @usableFromInline var waiter: Waiter?
        @usableFromInline var moreWaiters: [Waiter] = []
        @usableFromInline var displaced: [Element] = []

        @inlinable
        init() {}
    }

    /// Replaces the element by the previous latest value, to be released after the lock.
    @inlinable @inline(__always)
    mutating func publish(_ element: inout Element) -> PublishAction {
        guard !isFinished else { return .ended }
        guard isQuiet, replay.isFilled else { return publishAttentively(&element) }
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
        if !replay.isFilled { replay.begin(with: element) } else { replay.exchange(with: &element) }
        return .published(publication)
    }

    /// Hands an interim value to the subscribers that want it. It has no number and is not the latest value.
    mutating func publish(interim element: Element) -> PublishAction {
        guard !isFinished else { return .ended }
        guard !isBlocked else { return .blocked }
        var publication = Publication()
        for index in subscribers.indices
        where subscribers[index].getsInterimValues && subscribers[index].gets(publications + 1) {
            let waiter = subscribers[index].receive(
                element,
                number: publications,
                displaced: &publication.displaced
            )
            if let waiter { publication.moreWaiters.append(waiter) }
        }
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

    /// The source comes to rest at this state, having emitted this many values that are not published. Admit the waiting
    /// subscribers afterwards.
    ///
    /// Replaces the element by the state of the previous rest, to be released after the lock.
    @inlinable
    mutating func comeToRest(at element: inout Element, unpublished: Int) {
        restNumber = publications + UInt64(unpublished)
        if rest.isFilled { rest.exchange(with: &element) } else { rest.begin(with: element) }
    }

    /// The source begins to work: returns the state at which it rested, to be released after the lock. Keeping a copy would
    /// make the source's next mutation copy the state.
    @inlinable
    mutating func leaveRest() -> Element? { rest.take() }

    /// The subscribers that have been admitted, and the waiters to resume.
    @usableFromInline
    struct Admission: Sendable {
        @usableFromInline var buffers: [SubscriberBuffer] = []
        /// Resume with the state.
        @usableFromInline var started: [Waiter] = []
        /// Resume with nil.
        @usableFromInline var ended: [Waiter] = []
    }

    /// Admits the waiting subscribers: they begin with this state, and get what is emitted after it.
    @usableFromInline
    mutating func admit(at element: Element?, unpublished: Int) -> Admission {
        var admission = Admission()
        skipNumberIfUnattended()
        for index in subscribers.indices where subscribers[index].isWaiting {
            admission.buffers.append(subscribers[index].buffer)
            let number = publications + UInt64(unpublished)
            let waiter = subscribers[index].begin(with: element, after: number)
            if let waiter { admission.started.append(waiter) }
            if isFinished { admission.ended += subscribers[index].removeWaiters() }
        }
        if !admission.buffers.isEmpty { isQuiet = false }
        return admission
    }

    /// The waiters to resume with nil, and the sources to resume.
    struct Ending: Sendable {
        var ended: [Waiter] = []
        var sources: [Source] = []
    }

    mutating func finish() -> Ending {
        guard !isFinished else { return Ending() }
        isFinished = true
        var ending = Ending()
        for index in subscribers.indices where !subscribers[index].isWaiting {
            ending.ended += subscribers[index].removeWaiters()
        }
        swap(&ending.sources, &sources)
        return ending
    }

    // MARK: Subscribers

    /// The value with which a subscriber begins that joins while the source rests, and the number of that value.
    private var beginning: (element: Element?, number: UInt64) {
        // A value published since then is newer only if it was also emitted since.
        if let element = rest.value, restNumber >= publications { return (element, restNumber) }
        return (latest, publications)
    }

    /// - Parameter waits: whether the source is working, so that the subscriber waits to be admitted.
    mutating func subscribe(
        _ buffer: SubscriberBuffer,
        wantsInterimValues: Bool = false,
        note: SubscriberNote? = nil,
        waits: Bool
    ) -> SubscriberID {
        lastID += 1
        var subscriber = Subscriber(id: lastID, buffer: buffer, wantsInterimValues: wantsInterimValues, note: note)
        if !waits {
            skipNumberIfUnattended()
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

    /// The next element if there is one already.
    mutating func take(_ id: SubscriberID) -> NextAction {
        index(of: id).map { take(at: $0) } ?? .end
    }

    @inlinable
    mutating func take(at index: Int) -> NextAction {
        let wasFull = subscribers[index].isFull
        var element = subscribers[index].popFirst()
        if element == nil, subscribers[index].takesLatest(publications) { element = latest }
        if let element {
            return .element(element, resuming: wasFull ? sourcesWithRoom() : [])
        }
        switch subscribers[index].stage {
        case .admitted where isFinished, .detached: return .end
        case .admitted, .waiting: return .wait
        }
    }

    /// Whether an admitted subscriber gets interim values.
    @usableFromInline var wantsInterimValues: Bool { subscribers.contains { $0.getsInterimValues } }

    /// The subscribers, in the order of subscription.
    var statuses: [SubscriberStatus] {
        subscribers.map { subscriber in
            let missed = max(publications, subscriber.lastSeen) - subscriber.lastSeen
            let lag = subscriber.buffer == .newest ? Int(missed) : subscriber.backlog.count
            return SubscriberStatus(id: subscriber.id, note: subscriber.note, lag: lag, isFull: blocks(subscriber))
        }
    }

    var patienceLimits: [Duration] {
        var limits: [Duration] = []
        for subscriber in subscribers where blocks(subscriber) {
            if let patience = subscriber.note?.patience { limits.append(patience.limit) }
        }
        return limits
    }

    /// What a subscriber that is given up leaves behind.
    struct GivingUp {
        /// Its previous buffer.
        let buffer: SubscriberBuffer
        /// To be released after the lock.
        var displaced: [Element] = []
        var resuming: [Source] = []
    }

    /// The subscriber no longer makes the source wait; nil if it is gone or does not make it wait.
    ///
    /// It is full, so none of its consumers waits.
    mutating func giveUp(_ id: SubscriberID, _ then: SubscriberNote.AfterStall) -> GivingUp? {
        guard let index = index(of: id), blocks(subscribers[index]) else { return nil }
        var result = GivingUp(buffer: subscribers[index].buffer)
        switch then {
        case .disconnect: subscribers[index].stage = .detached
        case .latest: result.displaced = subscribers[index].becomeLatest(at: publications)
        }
        result.resuming = sourcesWithRoom()
        return result
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
        subscribers.indices.binarySearch(for: id) { subscribers[$0].id }
    }
}
