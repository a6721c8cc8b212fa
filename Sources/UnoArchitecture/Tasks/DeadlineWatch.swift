/// Tracks the deadlines of one clock, to find without asking each part that no held action is due.
///
/// Keeps a time before which no held action is due, and reads the clock once for all parts. A newer action moves its
/// part's deadline later, so the time stays a lower bound and need not be updated. When it has passed and no action is
/// due, ``HeldActions/nextDue()`` makes the parts note their deadlines anew.
@usableFromInline
class DeadlineWatch {
    let clock: ClockIdentity
    /// The number of parts that hold an action on this clock.
    final var holders = 0
    /// Reads the clock; returns whether an action may be due. A closure for the reason given at ``Node/step``.
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

/// Identifies the clock of a watch: parts with equal identities share one.
@usableFromInline
enum ClockIdentity: Hashable {
    /// All clocks of a type, or a clock that is an object; and the type that its user knows, whose instants it has.
    case shared(ObjectIdentifier, as: ObjectIdentifier)
    /// The clock of one part, of which is not known whether it is that of another.
    case own(ObjectIdentifier)

    init<C: Clock>(of clock: C, for part: AnyObject) {
        if C.self == ContinuousClock.self || C.self == SuspendingClock.self {
            self = .shared(ObjectIdentifier(C.self), as: ObjectIdentifier(C.self))
        } else if C.self is AnyObject.Type {
            self = .shared(ObjectIdentifier(clock as AnyObject), as: ObjectIdentifier(C.self))
        } else {
            self = .own(ObjectIdentifier(part))
        }
    }
}
