internal import AsyncKit
public import UnoArchitecture

/// Uses a runtime on another node as if it were here: sends it actions and reads its states, whatever becomes of the calls.
///
/// ```swift
/// let session = RemoteSession(remote)
/// await session.deliver(.pay).finish()
/// for await cart in session.states() { show(cart) }
/// ```
///
/// - *Ordering*: the host takes the actions in the order in which they were sent, each at most once, and exactly once if its
///   outcome is `.decided(.accepted)`.
/// - *Batching*: actions that are ready go together, and so do states. No action waits for another one.
/// - *Failures*: a call that fails or takes too long is made again, with the same numbers. A session that the host has let go
///   of is opened anew, and after a pause if the host does not know the new one either; the host then says how far the last
///   one had come. An action that cannot cross is left out as `.unsendable`, a state that cannot as a gap: at once if the
///   error says so (see ``CallFailure``), otherwise when calls without a wait at the host have failed for
///   ``SessionOptions/patience``, or half of it, while the host replies to other calls. A time-out never makes an action
///   `.unsendable`.
/// - *Losing the host*: when the actor system or the program says so, or after a time without a reply, what was under way
///   becomes `.unknown`; what was not sent stays at the client, and streams wait, until `reconnect(to:)`. Every other wait
///   ends, and what finds the queue full is rejected. The observer is told.
/// - *Finish*: ``end()``, or ``close()`` before the process exits. *Cancellation*: releasing the last reference ends the
///   session; every wait returns when its task is cancelled.
/// - *Cost at rest*: no task, ``SessionOptions/call`` after the last call, unless there are streams of states. With these,
///   a call three times in a lease, so that the session does not end while they are read slowly.
public final class RemoteSession<State: Sendable & Codable, Action: Sendable & Codable>: Sendable {
    let storage: SessionStorage<State, Action>

    /// Makes a session; the first use opens it.
    ///
    /// - Parameters:
    ///   - link: the calls to the host.
    ///   - options: the bounds.
    ///   - clock: measures waits and pauses; nil for `ContinuousClock`.
    ///   - executor: where the session's own tasks run; nil for the global executor.
    ///   - observer: is told of losses and failures, on any thread; must be fast and must not wait. The session retains it.
    public init(
        _ link: RuntimeLink<State, Action>,
        options: SessionOptions = .default,
        clock: (any Clock<Duration>)? = nil,
        executor: (any TaskExecutor)? = nil,
        observer: (@Sendable (SessionEvent) -> Void)? = nil
    ) {
        storage = SessionStorage(link, nil, options, clock, executor, observer)
    }

    /// Makes a session with the runtime of `key`, wherever that is; the first use opens it.
    ///
    /// The session finds the host by itself: `reconnect(to:)` is not needed. It follows when the key moves; then the host that had
    /// the key says how far the session had come, so that nothing becomes `.unknown`, unless that host is gone without an
    /// answer within ``SessionOptions/call``. ``RemoteEventTask/finish()`` returns false if the key has moved since the
    /// action was accepted.
    public init<Key>(
        resolving key: Key,
        in placement: Placement<Key, State, Action>,
        options: SessionOptions = .default,
        clock: (any Clock<Duration>)? = nil,
        executor: (any TaskExecutor)? = nil,
        observer: (@Sendable (SessionEvent) -> Void)? = nil
    ) {
        storage = SessionStorage(nil, HostFinder(key, in: placement), options, clock, executor, observer)
    }

    /// Makes a session with a runtime that an actor system has found; the first use opens it.
    public convenience init<ActorSystem>(
        _ remote: RemoteRuntime<State, Action, ActorSystem>,
        options: SessionOptions = .default,
        clock: (any Clock<Duration>)? = nil,
        executor: (any TaskExecutor)? = nil,
        observer: (@Sendable (SessionEvent) -> Void)? = nil
    ) {
        self.init(RuntimeLink(remote), options: options, clock: clock, executor: executor, observer: observer)
    }

    deinit { storage.end() }

    // MARK: Actions

    /// Sends `action` without waiting.
    ///
    /// If as many actions wait at the client as ``SessionOptions/queue`` allows, it is rejected as `.mailboxFull`; after
    /// ``end()``, as `.shutDown`.
    @discardableResult
    public func send(_ action: Action) -> RemoteEventTask { task(storage.send(action)) }

    /// Sends `action` as soon as there is room at the client.
    ///
    /// Waiting callers are served in order. If the waiting task is cancelled first, the outcome is
    /// `.decided(.cancelled)`; if the host is lost first, so that no room is to be expected, the action is rejected as
    /// `.mailboxFull`.
    @discardableResult
    public func enqueue(_ action: Action) async -> RemoteEventTask { task(await storage.enqueue(action)) }

    /// Sends `action` as soon as there is room, and returns when the host has decided about it.
    ///
    /// The outcome of the result is `.decided`, or `.unknown` if the host was lost meanwhile. While the host is lost, this
    /// returns at once: the action waits at the client as `.undecided` and goes to the next host, unless the task that is
    /// returned cancels it. If the waiting task is cancelled, the event is cancelled and this returns at once.
    @discardableResult
    public func deliver(_ action: Action) async -> RemoteEventTask {
        let task = task(await storage.enqueue(action))
        await storage.waitForDecision(task.event)
        if Task.isCancelled, task.outcome == .undecided { task.cancel() }
        return task
    }

    private func task(_ event: RemoteEvent) -> RemoteEventTask { RemoteEventTask(event: event, calls: storage) }

    // MARK: States

    /// The present state; nil if the runtime has ended without one, the host is lost, the session has ended, or the waiting
    /// task is cancelled.
    ///
    /// - Throws: ``UnreadableState`` if the state cannot be encoded, or decoded here: where a reader would skip it.
    public var state: State? {
        get async throws(UnreadableState) {
            try await RemoteReader(storage, .latest).present()?.state
        }
    }

    /// Returns a stream of the present state and of later ones; a new stream per call.
    ///
    /// As `Runtime.states(_:)`, with these differences:
    /// - *Buffering*: besides what `policy` allows at the host, the states of one reply are on their way: at most as many,
    ///   and at most ``SessionOptions/states``. The host may allow fewer; `.unbounded` is bounded there, and the oldest
    ///   states are dropped.
    /// - *Steps*: one state a step, its last. Those in its middle have no number by which a reader could go on, so they do not
    ///   cross.
    /// - *Gaps*: states may be lost when a lease or a stall limit has run out, and when the host was restarted. The stream
    ///   then goes on with the present state; ``numberedStates(_:)`` tells.
    /// - *Losing the host*: the stream waits for `reconnect(to:)`.
    public func states(_ policy: SubscriptionPolicy = .latest) -> AsyncStream<State> {
        let reader = RemoteReader(storage, policy)
        return AsyncStream {
            await reader.next()?.state
        } onCancel: {
            reader.cancel()
        }
    }

    /// As ``states(_:)``, with the place of each state, and whether states before it are missing.
    public func numberedStates(_ policy: SubscriptionPolicy = .latest) -> AsyncStream<RemoteState<State>> {
        let reader = RemoteReader(storage, policy)
        return AsyncStream {
            await reader.next()
        } onCancel: {
            reader.cancel()
        }
    }

    // MARK: The host

    /// Whether the session can be used at once. It may change at any time; the observer is told of losses.
    public var status: SessionStatus {
        switch storage.withMachine({ $0.stage }) {
        case .idle: .idle
        case .opening: .opening
        case .open: .open
        case .lost: .lost
        case .ended: .ended
        }
    }

    /// The host is gone: no reply is awaited any longer. Call it when the actor system says that the host's node has ended.
    public func hostEnded() { storage.lose() }

    /// Goes on with this host: the same one or, after a restart, another one.
    public func reconnect(to link: RuntimeLink<State, Action>) { storage.reconnect(to: link) }

    /// Goes on with this host: the same one or, after a restart, another one. Errors are classified, and states decoded, as
    /// before.
    public func reconnect<ActorSystem>(to remote: RemoteRuntime<State, Action, ActorSystem>) {
        let link = storage.link
        storage.reconnect(to: RuntimeLink(remote, coding: link.coding, classify: link.classify))
    }

    /// Ends the session. What waits at the client is taken back; what is under way becomes `.unknown`; streams finish.
    ///
    /// The host is told by a task of its own; see ``close()``.
    public func end() { storage.end() }

    /// Ends the session as ``end()`` does, and returns when the host has been told, so that the process may exit.
    ///
    /// The host is told also of a session that it may still have while another one is being opened, such as after
    /// `reconnect(to:)`. A host that is not told keeps the session until the end of its lease. This waits no longer than
    /// ``SessionOptions/call`` nor after the waiting task is cancelled, and not at all if the session has ended or the host
    /// is lost.
    public func close() async { await storage.close() }
}

extension RemoteSession: CustomReflectable, OpaquelyReflected {}
