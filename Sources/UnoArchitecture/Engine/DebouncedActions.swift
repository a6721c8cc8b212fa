/// The parts of a graph with a held action, and the watches of their clocks.
struct DebouncedActions {
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
        for part in parts where isMeant(part) {
            if let first = earliest, !part.isDue(before: first) { continue }
            earliest = part
        }
        return earliest
    }
}

/// A part that can hold an action.
protocol HoldingNode: AnyObject {
    /// Reads the clock; returns whether the deadline of the held action has passed.
    func isDue() -> Bool
    /// Whether the deadline is earlier than that of `other`; false if their clocks are of different types.
    func isDue(before other: any HoldingNode) -> Bool
    /// The deadline of the held action; nil if there is none.
    var deadline: (any InstantProtocol)? { get }
    /// Notes the deadline in the watch of the part's clock.
    func noteDeadline()
    /// Whether the graph was finishing when the held action arrived.
    var arrivedWhileFinishing: Bool { get }
    /// Begins the step of the held action.
    func beginDueStep()
    /// Handles the held action in the caller's turn.
    func flushDelayed()
    func dropDelayed()
    func dropDelayed(of eventID: EventID)
    func dropDelayed(fedBackBy effect: EffectRun)
}
