internal import AsyncKit
public import UnoArchitecture

/// Runtimes by key, each made when it is first needed, passivated when it has been idle, and all shut down together.
///
/// ```swift
/// let carts = RuntimeGroup(passivateAfter: .seconds(60), save: { await store.save($1, for: $0) }) { customer in
///     try await Runtime(Cart(initialValue: store.load(customer)))
/// }
/// try await carts.deliver(.added(item), to: "Anna")
/// let report = await carts.shutdown(within: .seconds(5))
/// ```
///
/// Behavior:
/// - *Ordering*: for each key, the actions of one caller are handled in the order sent, across passivations. Calls that
///   wait for one runtime enter it one after the other, in the order of asking.
/// - *Buffering*: none of its own. A call waits until its runtime has been made; then the runtime's mailbox counts.
/// - *Making*: one `make` at a time for each key. If it throws, so do the calls that wait for it, and the next call tries
///   again. Callers may be cancelled without ending it.
/// - *Passivation*: a runtime in which no action waits, no effect runs and no one subscribes, and that has not been used,
///   for the stated time, is drained, saved and released, at most a quarter of that time later. An `.observe` effect and
///   a stream transformer keep their runtime. A call meanwhile waits for the end, and goes to the next runtime.
/// - *Misuse*: a key that is not equal to itself, such as `Double.nan`, has no runtime. It is reported; its actions are
///   rejected, with the reason `.childEnded`.
/// - *Limit*: see ``Overflow``. Without one, each key takes a runtime; whoever lets strangers choose keys needs it.
/// - *Finish*: ``shutdown(_:within:fileID:line:)``. *Cancellation*: releasing the last reference cancels all runtimes; every call
///   returns when the waiting task is cancelled.
/// - *Cost*: one lock, taken twice for each call; one task that looks for idle runtimes, while there are runtimes.
///
/// A runtime of a group belongs to it: `make` returns a new one each time, and no other code shuts it down.
public final class RuntimeGroup<Key: Hashable & Sendable, State: Sendable, Action: Sendable>: Sendable {
    let storage: RuntimeGroupStorage<Key, State, Action>

    /// Makes a group without runtimes.
    ///
    /// - Parameters:
    ///   - limit: how many keys may have a runtime, those included whose runtime is being made or ended; nil for any number.
    ///     One below 1 is reported, and counts as 1.
    ///   - overflow: what becomes of a call for another key.
    ///   - idleTime: after which an idle runtime is passivated; nil for never. At least a millisecond.
    ///   - clock: of passivation and shutdown; nil for `ContinuousClock`, which also takes the place of one that fails to sleep.
    ///   - executor: where the group's own tasks run, `make` and `save` included; nil for the global executor.
    ///   - save: takes the last state of a runtime that was drained: by passivation, by ``end(_:_:)`` or by
    ///     ``shutdown(_:within:fileID:line:)``. The next `make` of the key begins when it has returned.
    ///   - make: returns a new runtime for a key, and may load its state.
    public init(
        atMost limit: Int? = nil,
        then overflow: Overflow = .refuse,
        passivateAfter idleTime: Duration? = nil,
        clock: (any Clock<Duration>)? = nil,
        executor: (any TaskExecutor)? = nil,
        save: (@Sendable (Key, State) async -> Void)? = nil,
        make: @escaping @Sendable (Key) async throws -> Runtime<State, Action>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        storage = RuntimeGroupStorage(
            limit: limit.map { Bounds("bound", of: "a runtime group").usable($0, "atMost", at: (fileID, line)) }
                ?? .max,
            makesRoom: limit != nil && overflow == .passivateLongestUnused,
            passivation: idleTime.map { .init(interval: max($0, .milliseconds(1)) / 4) },
            clock: clock.map { GraphClock($0, at: CallSite(fileID, line)) } ?? .continuous,
            executor: executor,
            save: save,
            make: make
        )
    }

    deinit { storage.cancel() }

    /// What becomes of a call for a new key when as many keys as are allowed have a runtime.
    ///
    /// A call that is refused is reported once for each call site; its action has the outcome `.rejected(.groupFull)`, and its
    /// stream of states is finished and empty.
    public enum Overflow: Sendable, Hashable {
        /// The call is refused, until a runtime has been passivated or ended.
        case refuse
        /// The runtime that has been unused for the longest time is passivated, and the call waits until its `save` has returned.
        ///
        /// - *Choice*: of the runtimes at rest and without subscribers, the one whose last call is longest ago. One that is found
        ///   at work counts as used at that moment.
        /// - *Refusal*: if no runtime is at rest, the call is refused; it does not wait for one. So an effect may call its group.
        /// - *Waiting*: each waiting key has an ending runtime to wait for, so at most as many keys wait as may have a runtime.
        ///   They get places in the order of asking. A call that is cancelled returns, and the passivation goes on.
        /// - *Return*: a call for a key whose runtime makes room is a call for a new key.
        /// - *Hanging*: a `make` or `save` that does not return keeps its place. A `save` must not await a call for a key without
        ///   a runtime: it may wait for the place that it keeps.
        ///
        /// Complexity: amortised O(1) for each call. A search that passes over many runtimes at work is followed by short ones,
        /// which look at 64 of them for each refused call.
        case passivateLongestUnused
    }

    /// The number of runtimes, those included that are being made or ended.
    public var count: Int { storage.machine.withLock { $0.count } }

    /// The keys that have a runtime, in no particular order. Complexity: O(runtimes).
    public var keys: [Key] { storage.machine.withLock { $0.keys } }

    /// Sends `action` to the runtime of `key`, without waiting for room in its mailbox.
    ///
    /// Waits until the runtime has been made; then as `send(_:)`. After ``shutdown(_:within:fileID:line:)`` the action is rejected; so
    /// it is at the limit of the group, with the reason `.groupFull`. If the waiting task is cancelled, this returns an event task
    /// with the outcome `.cancelled`.
    ///
    /// - Throws: the error of `make`.
    @discardableResult
    public func send(
        _ action: Action, to key: Key, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws -> EventTask {
        try await storage.event(key, at: CallSite(fileID, line, function, note: note)) { $0.core.send(action, at: $1) }
    }

    /// Sends `action` to the runtime of `key` as soon as its mailbox has room.
    ///
    /// Waits until the runtime has been made; then as `deliver(_:)`. After ``shutdown(_:within:fileID:line:)`` the action is rejected; so
    /// it is at the limit of the group, with the reason `.groupFull`. If the waiting task is cancelled, this returns an event task
    /// with the outcome `.cancelled`.
    ///
    /// - Throws: the error of `make`.
    @discardableResult
    public func deliver(
        _ action: Action, to key: Key, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async throws -> EventTask {
        try await storage.event(key, at: CallSite(fileID, line, function, note: note)) {
            await $0.core.deliver(action, at: $1)
        }
    }

    /// The state of the runtime of `key`, which is made if need be; nil after ``shutdown(_:within:fileID:line:)``, if the group refuses
    /// the key at its limit, and if the waiting task is cancelled.
    ///
    /// - Throws: the error of `make`.
    public func state(of key: Key, fileID: StaticString = #fileID, line: UInt = #line) async throws -> State? {
        try await storage.withRuntime(of: key, at: CallSite(fileID, line)) {
            await $0.state
        } otherwise: { _ in
            nil
        }
    }

    /// Returns a stream of the states of the runtime of `key`, which is made if need be.
    ///
    /// As `states(_:of:)` of a runtime. The runtime is not passivated while the stream is in use. After
    /// ``shutdown(_:within:fileID:line:)``, if the group refuses the key at its limit, and if the waiting task is cancelled, the stream
    /// is finished and empty.
    ///
    /// - Parameters:
    ///   - key: the key of the runtime.
    ///   - policy: how states wait for the reader.
    ///   - selection: `.everyState` for the states in the middle of a step, too.
    /// - Throws: the error of `make`.
    public func states(
        of key: Key,
        _ policy: SubscriptionPolicy = .latest,
        of selection: StateSelection = .steps,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> AsyncStream<State> {
        let site = CallSite(fileID, line)
        return try await storage.withRuntime(of: key, at: site) {
            $0.core.states(policy, of: selection, at: site)
        } otherwise: { _ in
            AsyncStream { $0.finish() }
        }
    }

    /// Ends the runtime of `key` now, and returns when it has ended; a later call makes the next one.
    ///
    /// - *Draining*: the runtime ends as soon as no call uses it, and is saved. Calls that arrive meanwhile wait. A drain waits
    ///   for `.bounded` subscribers to take the last states, so their loops must not await a call for the same key.
    /// - *Cancelling*: the runtime is cancelled at once and not saved.
    /// - *Cancellation*: if the waiting task is cancelled, this returns, and the runtime goes on ending.
    ///
    /// - *Waiting for oneself*: an effect of the runtime, and its `save`, must not await this: it would wait for itself.
    ///
    /// Does nothing if the key has no runtime, waits for a place, or if its runtime is still being made.
    public func end(_ key: Key, _ manner: Runtime<State, Action>.Shutdown = .drain) async {
        await storage.end(key, manner)
    }
}

extension RuntimeGroup: CustomReflectable, OpaquelyReflected {}

extension RuntimeGroupStorage {
    /// Hands an action to the runtime of `key` by `handOver`; the event is refused if there is no runtime.
    func event(
        _ key: Key,
        at site: CallSite,
        _ handOver: (Hosted, CallSite) async -> EventTask
    ) async throws -> EventTask {
        try await withRuntime(of: key, at: site) {
            await handOver($0, site)
        } otherwise: {
            EventTask(refused: $0)
        }
    }

    /// Calls `body` with the runtime of `key`, which does not end meanwhile unless it is cancelled.
    func withRuntime<Result: Sendable>(
        of key: Key,
        at site: CallSite,
        _ body: (Hosted) async -> Result,
        otherwise: (SendOutcome) -> Result
    ) async throws -> Result {
        guard key == key else {
            let message = "The key \(key) of \(Hosted.self) is not equal to itself, so it has no runtime"
            log.report(.unequalID, message, at: site)
            return otherwise(.rejected(.childEnded))
        }
        switch await enter(key) {
        case .entered(let stay):
            let result = await body(stay.hosted)
            leave(key, after: stay)
            return result
        case .failed(let error): throw error
        case .cancelled: return otherwise(.cancelled)
        case .refused:
            log.report(.shutDown, "A runtime group of \(Hosted.self) was used after it had been shut down", at: site)
            return otherwise(.rejected(.shutDown))
        case .full:
            reportFull(at: site)
            return otherwise(.rejected(.groupFull))
        }
    }

    /// Reports that a call for another key was refused because the group is full.
    func reportFull(at site: CallSite) {
        log.report(
            .groupFull,
            "A runtime group of \(Hosted.self) has \(limit) keys, as many as it may have; a call for another was refused",
            at: site
        )
    }
}
