/// The parts of a graph with a held action, and the watches of their clocks.
struct HeldActions {
    /// Ordered by how long the part has held its action, longest first.
    private(set) var parts: [any HoldingNode] = []
    /// One watch for each clock on which a part holds an action.
    private var watches: [DeadlineWatch] = []

    var isEmpty: Bool { parts.isEmpty }

    /// - Parameter own: becomes the watch of the part's clock if that has none yet.
    /// - Returns: the watch of the part's clock; the caller must note the part's deadline there.
    mutating func add(_ part: any HoldingNode, _ own: DeadlineWatch) -> DeadlineWatch {
        parts.append(part)
        let watch = watches.first { $0.clock == own.clock } ?? own
        if watch.holders == 0 { watches.append(watch) }
        watch.holders += 1
        return watch
    }

    mutating func remove(_ part: any HoldingNode, _ watch: DeadlineWatch) {
        parts.removeAll { $0 === part }
        watch.holders -= 1
        guard watch.holders == 0 else { return }
        watch.forget()
        watches.removeAll { $0 === watch }
    }

    /// The part with the earliest deadline among those whose action is due; nil if none is due.
    ///
    /// Complexity: while no action is due, one reading of each clock, however many actions are held.
    func nextDue() -> (any HoldingNode)? {
        guard watches.contains(where: { $0.look() }) else { return nil }
        if let part = earliest(where: { $0.isDue() }) { return part }
        // The earliest deadline has moved: note all deadlines anew.
        for watch in watches { watch.forget() }
        for part in parts { part.noteDeadline() }
        return nil
    }

    /// The part with the earliest deadline. Among deadlines that are equal, or of different clocks, the part that has
    /// held its action longest.
    func earliest(where isMeant: (any HoldingNode) -> Bool) -> (any HoldingNode)? {
        var earliest: (any HoldingNode)?
        // Read only where there is a choice.
        var deadline: ClockMoment?
        for part in parts where isMeant(part) {
            if let first = earliest {
                deadline = deadline ?? first.deadline
                guard let own = part.deadline, own.isEarlier(than: deadline) else { continue }
                deadline = own
            }
            earliest = part
        }
        return earliest
    }
}

/// A part that can hold an action.
protocol HoldingNode: AnyObject {
    /// Reads the clock; returns whether the deadline of the held action has passed.
    func isDue() -> Bool
    /// The deadline of the held action; nil if there is none.
    var deadline: ClockMoment? { get }
    /// Notes the deadline in the watch of the part's clock.
    func noteDeadline()
    /// Whether the graph was finishing when the held action arrived.
    var arrivedWhileFinishing: Bool { get }
    /// Begins the step of the held action.
    func beginDueStep()
    /// Handles the held action in the caller's turn.
    func flushDelayed()
    /// Drops the held action if it is meant.
    ///
    /// - Parameter isMeant: gets its event and the effect that fed it back.
    func dropDelayed(where isMeant: (EventID?, EffectRun?) -> Bool)
}

extension GraphEngine {
    /// See ``HeldActions/add(_:_:)``.
    func beginHolding(_ part: any HoldingNode, _ own: DeadlineWatch) -> DeadlineWatch {
        let watch = agenda.held.add(part, own)
        status.noteHeld(agenda.held.parts.count)
        return watch
    }

    func endHolding(_ part: any HoldingNode, _ watch: DeadlineWatch) {
        if let listener, let place = agenda.held.parts.firstIndex(where: { $0 === part }) {
            listener.heard(.released(place))
        }
        agenda.held.remove(part, watch)
        status.noteHeld(agenda.held.parts.count)
    }

    /// Takes the next action or, if there is none, the held action with the earliest deadline, and begins its step unless
    /// it has been cancelled; returns false if none is due.
    ///
    /// Called before every step. The task that sleeps until the deadline needs a turn, too, and may get it late, but a
    /// held action must be handled before any action that arrives after its deadline.
    @usableFromInline
    func beginDueStep() -> Bool {
        if hasNextActions { return beginNextStep() }
        // The graph's first step may still be open, and a cancelled graph handles nothing.
        guard !isStepping, !tasks.isCancelled, let part = agenda.held.nextDue() else { return false }
        part.beginDueStep()
        return true
    }

    /// Handles the held actions that are due, each in a step of its own, and what follows these steps. The caller must
    /// have a turn.
    func handleDueActions() async {
        var count = 0
        while hasActionsFirst, beginDueStep() {
            if !tryEndStep(isLast: false) { await settleStep() }
            count += 1
            if count.isMultiple(of: NextAction.batchLimit) { await ActorExit.yieldThread() }
        }
    }

    /// The part whose held action a finishing graph handles next, whatever its deadline; nil if there is none.
    ///
    /// An action that arrived while the graph was finishing stays held while effects run.
    var nextToFlush: (any HoldingNode)? {
        agenda.held.earliest { !$0.arrivedWhileFinishing || !inFlight.hasRuns }
    }
}
