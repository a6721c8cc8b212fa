/// Why the drain loop stops handling its batch.
@usableFromInline
enum Pause: Sendable {
    /// The batch is empty.
    case exhausted
    /// The step of the event has to settle, or to hand its states on, before it is over.
    case open(isFollowUp: Bool)
    /// It is time to publish and to make room, or somebody waits for a turn.
    case due
}
