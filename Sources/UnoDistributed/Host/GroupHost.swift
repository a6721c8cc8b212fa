internal import AsyncKit
public import UnoArchitecture
public import UnoOperation

/// Makes the runtimes of a group usable from elsewhere, by key: what ``RuntimeHost`` is for one runtime.
///
/// A ``RemoteGroup`` wraps it for an actor system. The host retains the group.
///
/// - *Leases*: a session keeps the runtime of its key from being passivated, as long as the lease of the session lasts: a
///   client that reads states keeps it, a silent one does not. The next use makes the runtime again; what the client has sent
///   and has no decision about goes to that one, without an unknown outcome.
/// - *Ending*: what ends a runtime of the group, such as `RuntimeGroup.end(_:_:)`, ends its sessions, and their clients
///   go on with the next runtime.
/// - *Placement*: with one, the host serves the keys that belong to its node; see ``Placement``. A key that moves is drained
///   and saved, and clients are told. Before the host makes a runtime, it asks the other hosts to give up the key.
/// - *Errors*: while `make` throws, clients ask again; their observers are told of the error.
/// - *Ordering, demand, bounds, cancellation*: as for ``RuntimeHost``. The number of sessions is that over all keys.
public final class GroupHost<Key: RemoteKey, State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    let storage: GroupHostStorage<Key, State, Action>

    /// Makes a host for `group`.
    ///
    /// - Parameters:
    ///   - group: the runtimes that sessions use. Keys that have a placement are to be used through sessions only, also in
    ///     this process: the group does not ask whose they are.
    ///   - node: the name that the directory of `placement` has for this node.
    ///   - placement: which host serves which key; nil if this one serves all.
    ///   - coding: encodes states once for all readers and decodes actions, and lets ``HostLimits/bytes`` and
    ///     ``HostLimits/batchBytes`` count; nil if the actor system encodes them.
    ///   - limits: the bounds.
    ///   - clock: measures leases and waits; nil for `ContinuousClock`.
    ///   - executor: where the host's own tasks run; nil for the global executor.
    ///   - observer: is told of sessions and gaps, on any thread; must be fast and must not wait.
    public init(
        _ group: RuntimeGroup<Key, State, Action>,
        on node: String = "",
        in placement: Placement<Key, State, Action>? = nil,
        coding: (any WireCoding)? = nil,
        limits: HostLimits = .default,
        clock: (any Clock<Duration>)? = nil,
        executor: (any TaskExecutor)? = nil,
        observer: (@Sendable (HostEvent) -> Void)? = nil
    ) {
        let host = HostStorage<State, Action>(coding, limits, clock, executor, observer)
        storage = GroupHostStorage(group, placement.map { Seat(node: node, placement: $0) }, host)
        storage.start()
    }

    deinit { storage.end() }

    /// What has happened so far.
    public var counters: HostCounters { storage.host.counters }

    /// The number of sessions that are open.
    public var sessionCount: Int { storage.host.sessionCount }

    /// Ends every session; every later call is told so. The group goes on. Calling again is harmless.
    public func end() { storage.end() }

    /// Gives up every key: ends the sessions, drains and saves the runtimes by shutting the group down, and tells the other hosts
    /// and the clients.
    ///
    /// For a node that is about to leave; call it before the node leaves the cluster, which may cut its connections. Keep the
    /// host and its actor until this returns: the next hosts wait for the states of their keys, and clients ask what became of
    /// their last actions. A client that does nothing is given two seconds, or the host's wait if that is longer; what it sends
    /// to this node after that has an unknown outcome.
    ///
    /// - Parameter limit: for all of it. What has not ended by then is cut short and reported.
    @discardableResult
    public func leave(within limit: Duration) async -> RuntimeGroupReport<Key> { await storage.leave(within: limit) }
}

extension GroupHost: CustomReflectable, OpaquelyReflected {}
