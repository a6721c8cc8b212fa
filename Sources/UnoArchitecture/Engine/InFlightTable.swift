internal import UnoAsync

/// Everything in flight in a graph, by event: effects, held actions, and queued actions that were fed back.
///
/// An event is over when it has been handled and nothing that it led to is in flight. An event that leads to none of
/// these has no entry. Complexity: O(1) per change; cancelling an event is O(n) in what it has in flight.
final class InFlightTable {
    private struct Activity {
        var count = 0
        var runs = EffectList(of: .event)

        mutating func hold(_ eventID: EventID) {
            count += 1
            if count == 1 { eventID.noteActivity(isUnderWay: true) }
        }

        mutating func add(_ run: EffectRun, of eventID: EventID) {
            hold(eventID)
            eventID.noteEffect(isRunning: true)
            runs.append(run)
        }
    }

    private var byEvent: [UInt64: Activity] = [:]
    private var runs = EffectList(of: .graph)
    @exclusivity(unchecked) private var waiters: [UInt64: [AwaitedEnd]] = [:]
    private var roomWaiters: [CheckedContinuation<Void, Never>] = []
    private var quietWaiters: [CheckedContinuation<Void, Never>] = []
    private var isAbandoned = false
    /// The number of effects with work that a finishing graph awaits, and at how many the host takes no further action.
    private var awaitedCount = 0
    let limit: Int
    /// Effects whose ends must keep this order; see `cancelObservers()`.
    private var succession = Deque<EffectRun>()
    private var isAdvancing = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the host takes no further action until an effect has ended.
    var isFull: Bool { awaitedCount >= limit }

    var hasWaiters: Bool { !waiters.isEmpty }
    var hasRuns: Bool { !runs.isEmpty }
    /// The effects that have not ended, oldest first.
    var runsByAge: [EffectRun] { runs.all }

    /// The effects that the handler call has started, oldest first. Complexity: O(n) in all that have not ended.
    func runs(of call: HandlerCall) -> [EffectRun] { runs.all.filter { $0.call == call } }

    // MARK: Counting

    func hold(_ eventID: EventID?) {
        guard let eventID else { return }
        byEvent[eventID.id, default: Activity()].hold(eventID)
    }

    func release(_ eventID: EventID?) {
        guard let eventID, let place = byEvent.index(forKey: eventID.id) else { return }
        release(eventID, at: place)
    }

    private func release(_ eventID: EventID, at place: Dictionary<UInt64, Activity>.Index) {
        byEvent.values[place].count -= 1
        guard byEvent.values[place].count == 0 else { return }
        byEvent.remove(at: place)
        eventID.noteActivity(isUnderWay: false)
        if eventID.isHandled { resumeWaiters(of: eventID) }
    }

    func add(_ run: EffectRun) {
        runs.append(run)
        if run.countsTowardsLimit { awaitedCount += 1 }
        guard let eventID = run.eventID else { return }
        byEvent[eventID.id, default: Activity()].add(run, of: eventID)
    }

    func remove(_ run: EffectRun) {
        runs.remove(run)
        if run.countsTowardsLimit {
            awaitedCount -= 1
            if !roomWaiters.isEmpty, !isFull { resumeRoomWaiters() }
        }
        if let eventID = run.eventID, let place = byEvent.index(forKey: eventID.id) {
            byEvent.values[place].runs.remove(run)
            if byEvent.values[place].runs.isEmpty {
                eventID.noteEffect(isRunning: false)
            }
            release(eventID, at: place)
        }
        guard runs.isEmpty else { return }
        for waiter in quietWaiters { waiter.resume() }
        quietWaiters = []
    }

    /// Records that the step of the event's own action has ended.
    func handled(_ eventID: EventID) {
        eventID.markHandled()
        guard !waiters.isEmpty, eventID.isAwaited, byEvent[eventID.id] == nil else { return }
        resumeWaiters(of: eventID)
    }

    /// The ids that hold the most places, as text, the largest number first.
    var largestHolders: String {
        var counts: [String: Int] = [:]
        for run in runs.all where run.countsTowardsLimit {
            counts[run.id.map { "the id \($0.base)" } ?? "no id", default: 0] += 1
        }
        let largest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3)
        return largest.map { "\($0.value) with \($0.key)" }.joined(separator: ", ")
    }

    // MARK: Waiting

    /// Returns an end to await until the event is over; nil if it is over or dropped, or if the graph is cancelled.
    ///
    /// - Parameter priority: that of the task that waits.
    func end(of eventID: EventID, priority: TaskPriority) -> AwaitedEnd? {
        eventID.markAwaited()
        let hasEnded = eventID.isHandled && byEvent[eventID.id] == nil
        guard !hasEnded, !isAbandoned, !eventID.isDropped else { return nil }
        let end = AwaitedEnd(priority: priority)
        waiters[eventID.id, default: []].append(end)
        return end
    }

    /// The highest priority of the tasks that await the event.
    func priority(ofWaitersFor eventID: EventID) -> TaskPriority {
        waiters[eventID.id]?.map(\.priority).max() ?? .background
    }

    /// Raises the priority of the event's effects.
    func raise(_ eventID: EventID, to priority: TaskPriority) {
        for run in byEvent[eventID.id]?.runs.all ?? [] { run.raise(to: priority) }
    }

    /// Forgets an end whose waiting task has left.
    func forget(_ end: AwaitedEnd, of eventID: EventID) {
        waiters[eventID.id]?.removeAll { $0 === end }
        if waiters[eventID.id]?.isEmpty ?? false { waiters[eventID.id] = nil }
    }

    /// Returns when the host may take actions again.
    func room() async {
        guard isFull, !isAbandoned else { return }
        await withCheckedContinuation { roomWaiters.append($0) }
    }

    private func resumeRoomWaiters() {
        for waiter in roomWaiters { waiter.resume() }
        roomWaiters = []
    }

    /// Returns when no effect is left.
    func quiet() async {
        guard !runs.isEmpty else { return }
        await withCheckedContinuation { quietWaiters.append($0) }
    }

    func resumeWaiters(of eventID: EventID) { resumeWaiters(of: eventID.id) }

    private func resumeWaiters(of id: UInt64) {
        for waiter in waiters.removeValue(forKey: id) ?? [] { waiter.reach() }
    }

    // MARK: Cancelling

    func cancelEffects(of eventID: EventID) {
        for run in byEvent[eventID.id]?.runs.all ?? [] { run.cancel(.abandoned) }
    }

    /// Cancels the `.observe` effects. Their continuations run in the order in which the effects were registered,
    /// whichever task ends first.
    func cancelObservers() {
        let observers = runs.all.filter { $0.kind == .observe }
        for run in observers where run.isFollowed && !run.isInSuccession {
            run.isInSuccession = true
            succession.append(run)
        }
        for run in observers { run.cancel(.passed) }
    }

    /// Whether no older effect of the succession has still to end.
    func mayEnd(_ run: EffectRun) -> Bool { !run.isInSuccession || succession.first === run }

    /// Ends the ready effects at the front of the succession, in a loop: one without a continuation ends at once.
    func advanceSuccession() {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        while let next = succession.first {
            if next.isOver {
                _ = succession.popFirst()
            } else if next.isSucceeding {
                next.end()
                guard next.isOver else { return }
            } else {
                return
            }
        }
    }

    func abandonAll() {
        isAbandoned = true
        resumeRoomWaiters()
        for run in runs.all {
            run.eventID?.cancelUnhandled()
            run.cancel(.abandoned)
        }
        // Also resume the waiters of events with finishing effects: such an effect may itself wait for the waiter,
        // through a task that is not the graph's and is not cancelled with it.
        for id in waiters.keys.sorted() { resumeWaiters(of: id) }
    }
}
