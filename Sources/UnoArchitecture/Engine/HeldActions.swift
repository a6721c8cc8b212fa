/// The parts of a graph that hold an action back, and the clocks on which they do.
struct HeldActions {
    /// The part that has held its action longest comes first.
    private(set) var parts: [any HoldingNode] = []
    /// One for each clock on which a part holds an action.
    private var watches: [DeadlineWatch] = []

    var isEmpty: Bool { parts.isEmpty }

    /// - Parameter own: watches the part's clock if no other watch does.
    /// - Returns: the watch of the part's clock, which has to be told of the part's deadline.
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

    /// The part whose action is due, and was due first; nil if no action is due.
    ///
    /// Complexity: while no action is due, one look at each clock, however many actions are held.
    func nextDue() -> (any HoldingNode)? {
        guard watches.contains(where: { $0.look() }) else { return nil }
        if let part = earliest(where: { $0.isDue() }) { return part }
        // The earliest deadline has moved.
        for watch in watches { watch.forget() }
        for part in parts { part.noteDeadline() }
        return nil
    }

    /// The part whose action is due first; where deadlines are equal, or of different clocks, the part that has held its
    /// action longest.
    func earliest(where isMeant: (any HoldingNode) -> Bool) -> (any HoldingNode)? {
        var earliest: (any HoldingNode)?
        for part in parts where isMeant(part) {
            if let first = earliest, !part.isDue(before: first) { continue }
            earliest = part
        }
        return earliest
    }
}

/// A part that holds actions back.
protocol HoldingNode: AnyObject {
    /// Looks at the clock; returns whether the deadline of the action that is held back has passed.
    func isDue() -> Bool
    /// Whether the deadline is before that of `other`; false if their clocks are of different types.
    func isDue(before other: any HoldingNode) -> Bool
    /// When the action that is held back is due; nil if none is.
    var deadline: (any InstantProtocol)? { get }
    /// Tells its watch of the deadline.
    func noteDeadline()
    /// Whether the graph was finishing when the action that is held back arrived.
    var arrivedWhileFinishing: Bool { get }
    /// Begins the step of the action that is held back.
    func beginDueStep()
    /// Handles the action that is held back, in the turn that the caller has.
    func flushDelayed()
    func dropDelayed()
    func dropDelayed(of eventID: EventID)
    func dropDelayed(fedBackBy effect: EffectRun)
}

/// Knows without asking the parts of a graph that none of the actions that they hold back on one clock is due.
///
/// Keeps a moment before which none is due, and looks at the clock once for all parts. A newer action moves its part's
/// deadline to a later moment, which the watch need not be told: when the moment that it knows has come, and nothing is
/// due, the engine has the parts tell it their deadlines anew.
@usableFromInline
class DeadlineWatch {
    let clock: ClockIdentity
    /// How many parts hold an action back on this clock.
    final var holders = 0
    /// Looks at the clock; returns whether an action may be due. A closure, as ``Node/step`` is.
    @exclusivity(unchecked) @usableFromInline final var look: () -> Bool = { false }

    @usableFromInline
    init(_ clock: ClockIdentity) {
        self.clock = clock
    }

    /// Forgets every deadline.
    func forget() {}
}

@usableFromInline
final class ClockWatch<C: Clock>: DeadlineWatch {
    @exclusivity(unchecked) @usableFromInline var earliest: C.Instant?

    @inlinable
    static func make(_ clock: C, _ identity: ClockIdentity) -> ClockWatch {
        let watch = ClockWatch(identity)
        watch.look = { [unowned watch] in
            guard let earliest = watch.earliest else { return false }
            return earliest <= clock.now
        }
        return watch
    }

    func note(_ deadline: C.Instant) {
        if let earliest, earliest <= deadline { return }
        earliest = deadline
    }

    override func forget() { earliest = nil }
}

/// Tells clocks apart: two that are equal run alike, and their instants compare.
@usableFromInline
enum ClockIdentity: Hashable {
    /// All clocks of a type, or one that is an object.
    case shared(ObjectIdentifier)
    /// The clock of one part only, which may or may not be that of another.
    case own(ObjectIdentifier)

    init<C: Clock>(of clock: C, for part: AnyObject) {
        if C.self == ContinuousClock.self || C.self == SuspendingClock.self {
            self = .shared(ObjectIdentifier(C.self))
        } else if C.self is AnyObject.Type {
            self = .shared(ObjectIdentifier(clock as AnyObject))
        } else {
            self = .own(ObjectIdentifier(part))
        }
    }
}
