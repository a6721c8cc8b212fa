internal import UnoArchitecture

/// What a key of a remote group must be: it travels to the host, and its description is hashed to choose the host.
///
/// Equal keys must have equal descriptions in every process, as strings, numbers and UUIDs have.
public typealias RemoteKey = Hashable & Sendable & Codable & CustomStringConvertible

/// The calls to a ``GroupHost``, with the actor system out of sight.
///
/// `GroupLink(remote)` makes it from a ``RemoteGroup``; `GroupLink(host)` calls a host of the same process, without an actor
/// system and without encoding.
public struct GroupLink<Key: RemoteKey, State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    let open: @Sendable (Key, OpenRequest) async throws -> OpenReply
    /// Asks the host to give up a key, for the host on the named node.
    let release: @Sendable (Key, String, Duration) async throws -> ReleaseReply
    /// Tells the host that the named node is about to leave.
    let leaves: @Sendable (String) async throws -> Void
    /// The calls that name a session; its `open` is not used.
    let calls: RuntimeLink<State, Action>

    init(
        open: @escaping @Sendable (Key, OpenRequest) async throws -> OpenReply,
        release: @escaping @Sendable (Key, String, Duration) async throws -> ReleaseReply,
        leaves: @escaping @Sendable (String) async throws -> Void,
        calls: RuntimeLink<State, Action>
    ) {
        (self.open, self.release, self.leaves, self.calls) = (open, release, leaves, calls)
    }

    /// The calls of `host`, in the same process.
    public init(_ host: GroupHost<Key, State, Action>) {
        self.init(
            open: { await host.storage.open($0, $1) },
            release: { await host.storage.release($0, for: $1, within: $2) },
            leaves: { host.storage.leaves($0) },
            calls: RuntimeLink(host.storage.host) { _ in .ended }
        )
    }

    /// The calls to the runtime of `key`: ``RemoteSession`` takes them.
    public func runtime(of key: Key) -> RuntimeLink<State, Action> {
        let open = open
        return calls.opening { try await open(key, $0) }
    }
}
