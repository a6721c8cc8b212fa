internal import AsyncKit
public import UnoArchitecture

/// Makes a runtime usable from elsewhere, whatever carries the calls: it orders them, passes over those that come again,
/// and lets go of clients that are silent.
///
/// A ``RemoteRuntime`` wraps it for an actor system. The host retains the runtime, and does not end it.
///
/// - *Ordering*: the actions of a session are taken in the order of their numbers, each at most once. The client numbers
///   them, and sends the next batch when the last one has been taken.
/// - *Demand*: a batch waits for room in the runtime's mailbox; a reader that does not ask keeps the runtime waiting, as its
///   policy says, until the stall limit or the end of its lease.
/// - *Leases*: a session ends when no call has come for the time of its lease. Its readers unsubscribe; its events go on.
/// - *Bounds*: see ``HostLimits``.
/// - *Finish*: ``end()`` ends every session; when the runtime ends, readers get the last states and the end.
/// - *Cancellation*: releasing the host ends it. A call does not end when the calling task is cancelled, but within
///   ``HostLimits/wait``.
public final class RuntimeHost<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    let storage: HostStorage<State, Action>
    private let runtime: Runtime<State, Action>

    /// Makes a host for `runtime`.
    ///
    /// - Parameters:
    ///   - runtime: the runtime that sessions use.
    ///   - coding: encodes states once for all readers and decodes actions, and lets ``HostLimits/bytes`` and
    ///     ``HostLimits/batchBytes`` count; nil if the actor system encodes them.
    ///   - limits: the bounds.
    ///   - clock: measures leases and waits; nil for `ContinuousClock`.
    ///   - executor: where the host's own tasks run; nil for the global executor.
    ///   - observer: is told of sessions and gaps, on any thread; must be fast and must not wait.
    public init(
        _ runtime: Runtime<State, Action>,
        coding: (any WireCoding)? = nil,
        limits: HostLimits = .default,
        clock: (any Clock<Duration>)? = nil,
        executor: (any TaskExecutor)? = nil,
        observer: (@Sendable (HostEvent) -> Void)? = nil
    ) {
        self.runtime = runtime
        storage = HostStorage(coding, limits, clock, executor, observer)
    }

    deinit { storage.end() }

    /// The run of the runtime.
    public var epoch: RuntimeEpoch { runtime.epoch }

    /// What has happened so far.
    public var counters: HostCounters { storage.counters }

    /// The number of sessions that are open.
    public var sessionCount: Int { storage.sessionCount }

    /// Ends every session; every later call is told so. Calling again is harmless.
    public func end() { storage.end() }

    // MARK: Calls

    func open(_ request: OpenRequest) async -> OpenReply {
        await storage.open(request, HostedRuntime(runtime: runtime))
    }

    func close(_ session: SessionID) { storage.close(session) }
    func deliver(_ batch: ActionBatch<Action>) async -> DeliveryReply { await storage.deliver(batch) }
    func cancel(_ number: UInt64, of session: SessionID) -> EventReply { storage.cancel(number, of: session) }
    func states(_ request: StatesRequest) async -> StatesReply<State> { await storage.states(request) }
    func unsubscribe(_ reader: UInt64, of session: SessionID) { storage.unsubscribe(reader, of: session) }

    func finish(_ number: UInt64, of session: SessionID, within limit: Duration) async -> EventReply {
        await storage.finish(number, of: session, within: limit)
    }
}

extension RuntimeHost: CustomReflectable, OpaquelyReflected {}
