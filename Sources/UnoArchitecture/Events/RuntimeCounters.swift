/// What has become of a runtime's actions.
///
/// Each count is exact, and includes the actions that effects have fed back. Handled actions are counted in rows, so an
/// action may be counted shortly after its step. Between its steps, and after its end, a runtime has
/// `accepted == handled + dropped + takenBack + waiting`.
public struct RuntimeCounters: Sendable, Hashable, Codable {
    /// The actions that have entered the mailbox.
    public var accepted: Int
    /// The actions whose step has begun.
    public var handled: Int
    /// The actions that were not accepted, by reason; a reason that has not occurred is missing.
    ///
    /// An action with the reason `.childEnded` is counted as accepted and handled, too: other parts have handled it.
    public var rejected: [Rejection: Int]
    /// The accepted actions that newer ones have displaced from the mailbox (`dropOldest`).
    public var dropped: Int
    /// The accepted actions that were cancelled before they were handled.
    public var takenBack: Int

    /// Creates counters with these values.
    public init(
        accepted: Int = 0,
        handled: Int = 0,
        rejected: [Rejection: Int] = [:],
        dropped: Int = 0,
        takenBack: Int = 0
    ) {
        self.accepted = accepted
        self.handled = handled
        self.rejected = rejected
        self.dropped = dropped
        self.takenBack = takenBack
    }

    /// The accepted actions that wait to be handled.
    public var waiting: Int { accepted - handled - dropped - takenBack }
}
