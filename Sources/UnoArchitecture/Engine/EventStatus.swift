/// What has become of an event so far. One byte, which the graph and the senders change in single atomic operations: each of
/// them finds what the others have noted before.
struct EventStatus: OptionSet, Sendable {
    let rawValue: UInt8

    static let cancelled = EventStatus(rawValue: 1 << 0)
    /// A newer action has displaced the event's own one from the mailbox.
    static let dropped = EventStatus(rawValue: 1 << 1)
    /// A task has awaited the event's end.
    static let awaited = EventStatus(rawValue: 1 << 2)
    /// The step of the event's own action has ended.
    static let handled = EventStatus(rawValue: 1 << 3)
    /// The event reached a stream transformer whose stream had ended.
    static let refused = EventStatus(rawValue: 1 << 4)
    /// Cancelled before its own action was handled, and the action was skipped, discarded or displaced.
    static let takenBack = EventStatus(rawValue: 1 << 5)
    /// An effect of it has not ended.
    static let busy = EventStatus(rawValue: 1 << 6)
    /// Something that it led to has not ended: an effect, or an action.
    static let inFlight = EventStatus(rawValue: 1 << 7)

    /// Whether it has not been handled, or something that it led to is in flight.
    var isUnderWay: Bool { !contains(.handled) || contains(.inFlight) }
    /// Whether it leads to nothing more.
    var isOver: Bool { !isUnderWay || contains(.dropped) }
    /// Whether tasks wait for an event that is over.
    var endsWaits: Bool { contains(.awaited) && isOver }
}
