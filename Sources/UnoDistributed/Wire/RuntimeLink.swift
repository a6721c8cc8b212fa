internal import UnoArchitecture

/// The calls that a ``RemoteSession`` makes, with the actor system out of sight.
///
/// `RuntimeLink(remote)` makes it from a ``RemoteRuntime``; `RuntimeLink(host)` calls a host of the same process, without
/// an actor system and without encoding.
public struct RuntimeLink<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    let open: @Sendable (OpenRequest) async throws -> OpenReply
    let close: @Sendable (SessionID) async throws -> Void
    let deliver: @Sendable (ActionBatch<Action>) async throws -> DeliveryReply
    let finish: @Sendable (UInt64, SessionID, Duration) async throws -> EventReply
    let cancel: @Sendable (UInt64, SessionID) async throws -> EventReply
    let states: @Sendable (StatesRequest) async throws -> StatesReply<State>
    let unsubscribe: @Sendable (UInt64, SessionID) async throws -> Void
    /// What `states` decodes with, and actions are encoded with.
    let coding: (any WireCoding)?
    /// What an error of these calls says.
    let classify: @Sendable (any Error) -> CallFailure

    init(
        open: @escaping @Sendable (OpenRequest) async throws -> OpenReply,
        close: @escaping @Sendable (SessionID) async throws -> Void,
        deliver: @escaping @Sendable (ActionBatch<Action>) async throws -> DeliveryReply,
        finish: @escaping @Sendable (UInt64, SessionID, Duration) async throws -> EventReply,
        cancel: @escaping @Sendable (UInt64, SessionID) async throws -> EventReply,
        states: @escaping @Sendable (StatesRequest) async throws -> StatesReply<State>,
        unsubscribe: @escaping @Sendable (UInt64, SessionID) async throws -> Void,
        coding: (any WireCoding)? = nil,
        classify: @escaping @Sendable (any Error) -> CallFailure = { CallFailure($0) }
    ) {
        (self.open, self.close) = (open, close)
        (self.deliver, self.finish, self.cancel) = (deliver, finish, cancel)
        (self.states, self.unsubscribe) = (states, unsubscribe)
        (self.coding, self.classify) = (coding, classify)
    }

    /// The calls of `host`, in the same process.
    public init(_ host: RuntimeHost<State, Action>) {
        self.init(host.storage) { await host.open($0) }
    }

    init(_ host: HostStorage<State, Action>, open: @escaping @Sendable (OpenRequest) async throws -> OpenReply) {
        self.init(
            open: open,
            close: { host.letGo($0) },
            deliver: { await host.deliver($0) },
            finish: { await host.finish($0, of: $1, within: $2) },
            cancel: { host.cancel($0, of: $1) },
            states: { [coding = host.coding] in
                let reply = await host.states($0)
                return try coding?.decode(reply) ?? reply
            },
            unsubscribe: { host.unsubscribe($0, of: $1) }
        )
    }

    /// The same calls, except for how a session is opened.
    func opening(_ open: @escaping @Sendable (OpenRequest) async throws -> OpenReply) -> Self {
        Self(
            open: open, close: close, deliver: deliver, finish: finish, cancel: cancel, states: states,
            unsubscribe: unsubscribe, coding: coding, classify: classify
        )
    }
}
