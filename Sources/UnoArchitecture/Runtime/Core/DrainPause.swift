/// Why the drain loop does not go on by itself.
@usableFromInline
enum DrainPause: Sendable {
    /// The mailbox is empty.
    case idle
    /// The step of the event has to settle, or to hand its states on, before it is over.
    case open(isFollowUp: Bool)
    /// What is to be published has to wait for demand.
    case blocked
    /// Somebody waits for a turn, or to come into the isolation.
    case wanted
    /// The graph has been cancelled.
    case cancelled
}
