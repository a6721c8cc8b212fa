public import Distributed
internal import UnoArchitecture

/// A runtime as other nodes see it: a distributed actor around a ``RuntimeHost``, for any actor system.
///
/// On the node of the runtime, make a host and this actor, and tell other nodes of the actor as the system provides for,
/// such as by a receptionist. On another node, make a ``RemoteSession`` with what the system has found.
///
/// The actor adds nothing to its host: order, repetition and time limits are the host's. A call is safe to repeat at any
/// time.
///
/// The state, the action and their parts must be neither private nor local types: they travel by their names.
public distributed actor RemoteRuntime<
    State: Sendable & Codable,
    Action: Sendable & Codable,
    ActorSystem: DistributedActorSystem<any Codable>
> {
    private let host: RuntimeHost<State, Action>

    /// Makes the runtime of `host` available through `actorSystem`.
    public init(_ host: RuntimeHost<State, Action>, actorSystem: ActorSystem) {
        self.actorSystem = actorSystem
        self.host = host
    }

    /// Opens a session, and ends the one that it replaces.
    public distributed func open(_ request: OpenRequest) async -> OpenReply { await host.open(request) }

    /// Ends a session.
    public distributed func close(_ session: SessionID) async { host.close(session) }

    /// Takes actions.
    public distributed func deliver(_ batch: ActionBatch<Action>) async -> DeliveryReply { await host.deliver(batch) }

    /// Waits for the end of an event, at most for `limit`.
    public distributed func finish(
        _ number: UInt64,
        of session: SessionID,
        within limit: Duration
    ) async -> EventReply {
        await host.finish(number, of: session, within: limit)
    }

    /// Cancels an event.
    public distributed func cancel(_ number: UInt64, of session: SessionID) async -> EventReply {
        host.cancel(number, of: session)
    }

    /// Waits for states.
    public distributed func states(_ request: StatesRequest) async -> StatesReply<State> { await host.states(request) }

    /// Ends a reader.
    public distributed func unsubscribe(_ reader: UInt64, of session: SessionID) async {
        host.unsubscribe(reader, of: session)
    }
}

/// A system-generic actor gets no synthesised `Codable`; without it no receptionist finds the actor.
extension RemoteRuntime: Codable where ActorSystem.ActorID: Codable {}

extension RuntimeLink {
    /// The calls of `remote`.
    ///
    /// - Parameters:
    ///   - remote: the actor around a ``RuntimeHost``, or a reference to it on another node.
    ///   - coding: the coding of the host, if it has one.
    ///   - classify: what an error that the actor system throws says. It may be called on any thread and must not wait.
    public init<ActorSystem>(
        _ remote: RemoteRuntime<State, Action, ActorSystem>,
        coding: (any WireCoding)? = nil,
        classify: @escaping @Sendable (any Error) -> CallFailure = { CallFailure($0) }
    ) {
        self.init(
            open: { try await remote.open($0) },
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
    }
}
