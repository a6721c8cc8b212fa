public import Distributed
internal import UnoArchitecture

/// The runtimes of a group as other nodes see them: a distributed actor around a ``GroupHost``, for any actor system.
///
/// One actor serves all keys. Otherwise as ``RemoteRuntime``: a call is safe to repeat at any time, and the key, the state, the
/// action and their parts must be neither private nor local types.
public distributed actor RemoteGroup<
    Key: RemoteKey,
    State: Sendable & Codable,
    Action: Sendable & Codable,
    ActorSystem: DistributedActorSystem<any Codable>
> {
    private let storage: GroupHostStorage<Key, State, Action>
    /// Released with the actor.
    private let host: GroupHost<Key, State, Action>

    /// Makes the runtimes of `host` available through `actorSystem`.
    public init(_ host: GroupHost<Key, State, Action>, actorSystem: ActorSystem) {
        self.actorSystem = actorSystem
        self.host = host
        storage = host.storage
    }

    /// Opens a session with the runtime of a key, and ends the one that it replaces.
    public distributed func open(_ key: Key, _ request: OpenRequest) async -> OpenReply {
        await storage.open(key, request)
    }

    /// Gives up a key for the host on another node, and waits at most for `limit` until its state is saved.
    public distributed func release(_ key: Key, for node: String, within limit: Duration) async -> ReleaseReply {
        await storage.release(key, for: node, within: limit)
    }

    /// Learns that a node is about to leave.
    public distributed func leaves(_ node: String) async { storage.leaves(node) }

    /// Ends a session.
    public distributed func close(_ session: SessionID) async { storage.host.letGo(session) }

    /// Takes actions.
    public distributed func deliver(_ batch: ActionBatch<Action>) async -> DeliveryReply {
        await storage.host.deliver(batch)
    }

    /// Waits for the end of an event, at most for `limit`.
    public distributed func finish(
        _ number: UInt64,
        of session: SessionID,
        within limit: Duration
    ) async -> EventReply {
        await storage.host.finish(number, of: session, within: limit)
    }

    /// Cancels an event.
    public distributed func cancel(_ number: UInt64, of session: SessionID) async -> EventReply {
        storage.host.cancel(number, of: session)
    }

    /// Waits for states.
    public distributed func states(_ request: StatesRequest) async -> StatesReply<State> {
        await storage.host.states(request)
    }

    /// Ends a reader.
    public distributed func unsubscribe(_ reader: UInt64, of session: SessionID) async {
        storage.host.unsubscribe(reader, of: session)
    }
}

/// A system-generic actor gets no synthesised `Codable`; without it no receptionist finds the actor.
extension RemoteGroup: Codable where ActorSystem.ActorID: Codable {}

extension GroupLink {
    /// The calls of `remote`.
    ///
    /// - Parameters:
    ///   - remote: the actor around a ``GroupHost``, or a reference to it on another node.
    ///   - coding: the coding of the host, if it has one.
    ///   - classify: what an error that the actor system throws says. It may be called on any thread and must not wait.
    public init<ActorSystem>(
        _ remote: RemoteGroup<Key, State, Action, ActorSystem>,
        coding: (any WireCoding)? = nil,
        classify: @escaping @Sendable (any Error) -> CallFailure = { CallFailure($0) }
    ) {
        self.init(
            open: { try await remote.open($0, $1) },
            release: { try await remote.release($0, for: $1, within: $2) },
            leaves: { try await remote.leaves($0) },
            calls: RuntimeLink(
                open: { _ in .ended },
                close: { try await remote.close($0) },
                deliver: { try await remote.deliver($0) },
                finish: { try await remote.finish($0, of: $1, within: $2) },
                cancel: { try await remote.cancel($0, of: $1) },
                states: {
                    let reply = try await remote.states($0)
                    return try coding?.decode(reply) ?? reply
                },
                unsubscribe: { try await remote.unsubscribe($0, of: $1) },
                coding: coding,
                classify: classify
            )
        )
    }
}
