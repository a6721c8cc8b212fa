/// What an actor system knows of the nodes that have a ``GroupHost`` of one group: its membership and its discovery.
///
/// An app implements it for its system; see the article <doc:Distributed> for one.
public protocol HostDirectory<Key, State, Action>: Sendable {
    /// The keys of the group.
    associatedtype Key: RemoteKey
    /// The states of its runtimes.
    associatedtype State: Sendable & Codable
    /// Their actions.
    associatedtype Action: Sendable & Codable

    /// Returns a stream of the names of all nodes that are up: those at present, and each later set.
    ///
    /// A node has the same name at every node. A node that has been left out does not come back: its process is started again, with
    /// another name, or what its host still has could be older than what another one has saved. Of a cluster that may be
    /// split, a part that must not go on by itself returns no nodes. The stream may leave sets out but for the last one; if it
    /// ends, that one stays.
    func nodes() -> AsyncStream<Set<String>>

    /// The host on a node, which may have left shortly before.
    ///
    /// If it throws, it is called again after a pause; of a node that is no longer named, the host counts as ended.
    func host(on node: String) async throws -> GroupLink<Key, State, Action>
}
