internal import AsyncKit

/// Everything in flight in a graph, by event: effects, held actions, queued actions that were fed back, and the tasks that
/// await an event.
///
/// An event is over when it has been handled and nothing that it led to is in flight. An event that leads to none of
/// these, and that no task awaits, has no entry. Complexity: O(1) per change; cancelling an event is O(n) in what it has in
/// flight.
final class InFlightTable {
    private struct Activity {
        /// The number of effects and actions in flight.
        var count = 0
        var runs = EffectList(of: .event)
        var waiters = EventWaiters()

        mutating func retain(_ eventID: EventID) {
            count += 1
            if count == 1 { eventID.noteActivity(isUnderWay: true) }
        }

        mutating func add(_ run: EffectRun, of eventID: EventID) {
            retain(eventID)
            eventID.noteEffect(isRunning: true)
            runs.append(run)
        }

        mutating func remove(_ run: EffectRun, of eventID: EventID) {
            runs.remove(run)
            if runs.isEmpty { eventID.noteEffect(isRunning: false) }
        }
    }

    @exclusivity(unchecked) private var events = EventTable<Activity>()
    @exclusivity(unchecked) private var runs = EffectList(of: .graph)
    /// The number of events that tasks await.
    @exclusivity(unchecked) private var awaitedEvents: Int32 = 0
    private var isAbandoned = false
    private var isAdvancing = false
    private var roomWaiters: [CheckedContinuation<Void, Never>] = []
    private var quietWaiters: [CheckedContinuation<Void, Never>] = []
    /// The number of effects with work that a finishing graph awaits, and at how many the host takes no further action.
    @exclusivity(unchecked) private var awaitedCount = 0
    let limit: Int
    /// Effects whose ends must keep this order; see `cancelObservers()`.
    private var succession = Deque<EffectRun>()

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the host takes no further action until an effect has ended.
    var isFull: Bool { awaitedCount >= limit }

    var hasWaiters: Bool { awaitedEvents > 0 }
    #if DEBUG
        var isConsistent: Bool { awaitedEvents >= 0 && (runs.isEmpty ? awaitedCount == 0 : awaitedCount >= 0) }
    #endif
    var hasRuns: Bool { !runs.isEmpty }
    /// The effects that have not ended, oldest first.
    var runsByAge: [EffectRun] { runs.all }

    /// The effects that the handler call has started, oldest first. Complexity: O(n) in all that have not ended.
    func runs(of call: HandlerCall) -> [EffectRun] { runs.all.filter { $0.call == call } }

    // MARK: Counting

    func retain(_ eventID: EventID?) {
        guard let eventID else { return }
        events.update(eventID.id) { $0[default: Activity()].retain(eventID) }
    }

    func release(_ eventID: EventID?) {
        guard let eventID else { return }
        events.update(eventID.id) { release(eventID, in: &$0) }?.reach()
    }

    /// - Returns: the tasks to resume, because the event is over.
    private func release(_ eventID: EventID, in activity: inout Activity?) -> EventWaiters? {
        guard let count = activity?.count, count > 0 else { return nil }
        activity!.count = count - 1
        guard activity!.count == 0 else { return nil }
        eventID.noteActivity(isUnderWay: false)
        if eventID.isHandled { return takeWaiters(of: &activity) }
        if activity!.waiters.isEmpty { activity = nil }
        return nil
    }

    private func takeWaiters(of activity: inout Activity?) -> EventWaiters? {
        guard var waiters = activity?.waiters else { return nil }
        if activity!.count == 0 {
            activity = nil
        } else {
            waiters = activity!.waiters.take()
        }
        if !waiters.isEmpty { awaitedEvents -= 1 }
        return waiters
    }

    func add(_ run: EffectRun) {
        runs.append(run)
        if run.countsTowardsLimit { awaitedCount += 1 }
        guard let eventID = run.eventID else { return }
        events.update(eventID.id) { $0[default: Activity()].add(run, of: eventID) }
    }

    func remove(_ run: EffectRun) {
        runs.remove(run)
        if run.countsTowardsLimit {
            awaitedCount -= 1
            if !roomWaiters.isEmpty, !isFull { resumeRoomWaiters() }
        }
        if let eventID = run.eventID {
            let waiters = events.update(eventID.id) { activity in
                activity?.remove(run, of: eventID)
                return release(eventID, in: &activity)
            }
            waiters?.reach()
        }
        guard runs.isEmpty, !quietWaiters.isEmpty else { return }
        for waiter in quietWaiters { waiter.resume() }
        quietWaiters = []
    }

    /// Records that the step of the event's own action has ended.
    func handled(_ eventID: EventID) {
        eventID.markHandled()
        guard hasWaiters, eventID.isAwaited else { return }
        events.update(eventID.id) { $0?.count == 0 ? takeWaiters(of: &$0) : nil }?.reach()
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

    /// Has `end` reached when the event is over; false if it is over or dropped, or if the graph is cancelled.
    func register(_ end: AwaitedEnd, of eventID: EventID) -> Bool {
        eventID.markAwaited()
        return events.update(eventID.id) { activity in
            let hasEnded = eventID.isHandled && (activity?.count ?? 0) == 0
            guard !hasEnded, !isAbandoned, !eventID.isDropped else { return false }
            if activity?.waiters.isEmpty ?? true { awaitedEvents += 1 }
            activity[default: Activity()].waiters.add(end)
            return true
        }
    }

    /// The highest priority of the tasks that await the event.
    func priority(ofWaitersFor eventID: EventID) -> PriorityLevel {
        events.update(eventID.id) { $0?.waiters.priority } ?? .background
    }

    /// Raises the priority of the event's effects.
    func raise(_ eventID: EventID, to priority: PriorityLevel) {
        for run in runs(of: eventID) { run.raise(to: priority) }
    }

    /// Forgets an end whose waiting task has left.
    func forget(_ end: AwaitedEnd, of eventID: EventID) {
        events.update(eventID.id) { activity in
            guard activity?.waiters.remove(end) ?? false, activity!.waiters.isEmpty else { return }
            awaitedEvents -= 1
            if activity!.count == 0 { activity = nil }
        }
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
        events.update(id) { takeWaiters(of: &$0) }?.reach()
    }

    // MARK: Cancelling

    func cancelEffects(of eventID: EventID) {
        for run in runs(of: eventID) { run.cancel(.abandoned) }
    }

    private func runs(of eventID: EventID) -> [EffectRun] {
        events.update(eventID.id) { $0?.runs.all } ?? []
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
        for id in events.ids { resumeWaiters(of: id) }
    }
}
