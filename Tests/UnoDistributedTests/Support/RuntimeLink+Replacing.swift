@testable import UnoDistributed

extension RuntimeLink {
    /// The same calls, but for those that a test makes itself.
    func replacing(
        open: (@Sendable (OpenRequest) async throws -> OpenReply)? = nil,
        close: (@Sendable (SessionID) async throws -> Void)? = nil,
        deliver: (@Sendable (ActionBatch<Action>) async throws -> DeliveryReply)? = nil,
        finish: (@Sendable (UInt64, SessionID, Duration) async throws -> EventReply)? = nil,
        states: (@Sendable (StatesRequest) async throws -> StatesReply<State>)? = nil, coding: (any WireCoding)? = nil,
        classify: (@Sendable (any Error) -> CallFailure)? = nil
    ) -> Self {
        Self(
            open: open ?? self.open, close: close ?? self.close, deliver: deliver ?? self.deliver,
            finish: finish ?? self.finish, cancel: cancel, states: states ?? self.states, unsubscribe: unsubscribe,
            coding: coding ?? self.coding, classify: classify ?? self.classify)
    }
}
