internal import AsyncKit

/// Everything in flight in a graph, by event: effects, held actions, and queued actions that were fed back.
///
/// An event is over when it has been handled and nothing that it led to is in flight. An event that leads to none of these has
/// no entry. Complexity: O(1) per change; cancelling an event is O(n) in what it has in flight.
///
/// - An event has an entry, `first` or in `others`, exactly while its status has `.inFlight`.
/// - `awaitedCount` is the number of `runs` that count towards the limit.
/// - A task that waits for room or for quiet is resumed when the end of an effect brings it; for room, also by the tear-down.
final class EventsInFlight {
    private struct Activity {
        /// The number of effects and actions in flight.
        var count = 0
        var runs = EffectList(of: .event)

        mutating func retain(_ eventID: EventID) {
            count += 1
            if count == 1 { _ = eventID.add(.inFlight) }
        }

        mutating func add(_ run: EffectRun, of eventID: EventID) -> EventStatus {
            retain(eventID)
            runs.append(run)
            return eventID.add(.busy)
        }

        mutating func remove(_ run: EffectRun, of eventID: EventID) {
            runs.remove(run)
            if runs.isEmpty { _ = eventID.remove(.busy) }
        }
    }

    // One event inline, because most graphs have at most one in flight. It is the one with `firstID`, and no other one.
    @exclusivity(unchecked) private var firstID: UInt64 = 0
    @exclusivity(unchecked) private var first: Activity?
    @exclusivity(unchecked) private var others: [UInt64: Activity] = [:]
    @exclusivity(unchecked) private var runs = EffectList(of: .graph)
    private var isAbandoned = false
    /// Tasks that wait until effects have ended, each with what it waits for.
    private var waiters: [(isMet: (EventsInFlight) -> Bool, task: CheckedContinuation<Void, Never>)] = []
    /// The number of effects with work that a finishing graph awaits, and at how many the host takes no further action.
    @exclusivity(unchecked) private var awaitedCount = 0
    let limit: Int
    /// The cancelled events that are being swept; see ``GraphEngine/sweep(_:)``.
    var sweeping: [EventID] = []
    /// Effects whose ends wait for a turn.
    var endings = EndingLine()
    /// Effects whose ends must keep this order; see ``keepOrder(of:)``, beside which it is changed.
    var succession = Deque<EffectRun>()
    /// Whether the ends of the succession are being advanced, which they may ask for themselves.
    var isAdvancing = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether the host takes no further action until an effect has ended.
    var isFull: Bool { awaitedCount >= limit }

    #if DEBUG
        var isConsistent: Bool { runs.isEmpty ? awaitedCount == 0 : awaitedCount >= 0 }
    #endif
    var hasRuns: Bool { !runs.isEmpty }
    /// The effects that have not ended, oldest first.
    var runsByAge: [EffectRun] { runs.all }

    /// The effects that the handler call has started, oldest first. Complexity: O(n) in all that have not ended.
    func runs(of call: HandlerCall) -> [EffectRun] { runs.all.filter { $0.call == call } }

    // MARK: Counting

    /// Reads and changes what the event has in flight; nil for nothing.
    private func update<Result>(_ eventID: EventID, _ body: (inout Activity?) -> Result) -> Result {
        if first == nil, others.isEmpty { firstID = eventID.id }
        return firstID == eventID.id ? body(&first) : body(&others[eventID.id])
    }

    func retain(_ eventID: EventID) {
        update(eventID) { activity in
            if activity == nil { activity = Activity() }
            activity!.retain(eventID)
        }
    }

    /// - Returns: the status of the event; nil if something of it is left.
    func release(_ eventID: EventID) -> EventStatus? {
        update(eventID) { release(eventID, in: &$0) }
    }

    private func release(_ eventID: EventID, in activity: inout Activity?) -> EventStatus? {
        guard let count = activity?.count else { return nil }
        guard count == 1 else {
            activity!.count = count - 1
            return nil
        }
        activity = nil
        return eventID.remove(.inFlight)
    }

    /// - Returns: the status of its event, if it has one.
    func add(_ run: EffectRun) -> EventStatus? {
        runs.append(run)
        if run.countsTowardsLimit { awaitedCount += 1 }
        guard let eventID = run.eventID else { return nil }
        return update(eventID) { activity in
            if activity == nil { activity = Activity() }
            return activity!.add(run, of: eventID)
        }
    }

    /// - Returns: the status of its event; nil if it has none, or if something of the event is left.
    func remove(_ run: EffectRun) -> EventStatus? {
        runs.remove(run)
        if run.countsTowardsLimit { awaitedCount -= 1 }
        if !waiters.isEmpty { resumeWaiters() }
        guard let eventID = run.eventID else { return nil }
        return update(eventID) { activity in
            activity?.remove(run, of: eventID)
            return release(eventID, in: &activity)
        }
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

    /// Raises the priority of the event's effects.
    func raise(_ eventID: EventID, to priority: PriorityLevel) {
        for run in runs(of: eventID) { run.raise(to: priority) }
    }

    /// Returns when the host may take actions again.
    func room() async { await wait { !$0.isFull || $0.isAbandoned } }

    /// Returns when no effect is left.
    func quiet() async { await wait { !$0.hasRuns } }

    private func wait(until isMet: @escaping (EventsInFlight) -> Bool) async {
        if !isMet(self) { await withCheckedContinuation { waiters.append((isMet, $0)) } }
    }

    private func resumeWaiters() {
        let met = waiters.filter { $0.isMet(self) }
        waiters.removeAll { $0.isMet(self) }
        for waiter in met { waiter.task.resume() }
    }

    // MARK: Cancelling

    func cancelEffects(of eventID: EventID) {
        for run in runs(of: eventID) { run.cancel(.abandoned) }
    }

    private func runs(of eventID: EventID) -> [EffectRun] {
        update(eventID) { $0?.runs.all } ?? []
    }

    /// Cancels the `.observe` effects; what follows them keeps their order.
    func cancelObservers() {
        let observers = runs.all.filter { $0.kind == .observe }
        keepOrder(of: observers)
        for run in observers { run.cancel(.passed) }
    }

    func abandonAll() {
        isAbandoned = true
        resumeWaiters()
        for run in runs.all {
            run.eventID?.cancel()
            run.cancel(.abandoned)
        }
        while let run = endings.next(upTo: .max) { if !run.isOver { run.finish() } }
    }
}
