/// What became of something that was sent.
public enum SendOutcome: Sendable, Hashable {
    /// It was taken: an update has been applied, an action is handled in its turn.
    case accepted
    /// It was not taken.
    case rejected(Rejection)
    /// The sender, the effect or the graph was cancelled before it was taken.
    case cancelled
}

/// Why something that was sent was not taken.
public enum Rejection: Sendable, Hashable {
    /// The mailbox has no room and its policy does not make any.
    case mailboxFull
    /// A newer action took its place in the mailbox (`dropOldest`).
    case dropped
    /// The runtime is shutting down or has ended.
    case shutDown
    /// The child that the action was for had ended, or was not there; the other parts have handled it.
    case childEnded
    /// The effect that this `Send` belongs to has ended.
    case effectEnded
    /// The state machine whose result it is has no way to its parent.
    case notForwarded
}
