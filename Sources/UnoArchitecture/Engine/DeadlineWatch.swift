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
