public import AsyncKit

/// Hosts a feature graph: accepts actions, handles them in its isolation, publishes states to subscribers.
///
/// Behavior, for each action:
/// 1. `send(_:)` and `deliver(_:)` put it into the mailbox; the caller continues.
/// 2. The mailbox loop takes it, in arrival order, on the runtime's executor.
/// 3. The graph handles it in one synchronous step, unless the step has to wait for a stream transformer.
/// 4. Its states are published to the subscribers, which may slow the loop down.
/// 5. Its effects run as tasks of the runtime, and send states and actions through `Send` and `Dispatcher`.
///
/// - *Ordering*: per caller first in, first out. *Buffering*: the mailbox, as its policy says.
/// - *Finish*: `shutdown(.drain)`. *Cancellation*: `shutdown(.cancel)`, or releasing the last reference.
/// - *Cost at rest*: about 2.2 kilobytes, no task.
public final actor Runtime<State: Sendable, Action: Sendable> {
    // Actors are implicitly final; spelling it out lets other modules devirtualise and inline the methods.

    /// How a runtime ends.
    public enum Shutdown: Sendable, Hashable {
        /// Accepted actions are handled, `.perform` effects run to their end, `.observe` effects are cancelled.
        case drain
        /// Everything is cancelled at once.
        case cancel
    }

    @usableFromInline package nonisolated let core: RuntimeCore<State, Action>

    /// The executor on which handlers run.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { core.isolation.unownedExecutor }

    /// Makes the feature graph of `interactor` and starts it.
    ///
    /// - Parameters:
    ///   - interactor: the feature.
    ///   - mailbox: how many actions may wait, and what happens to one more.
    ///   - executor: where handlers and effects run.
    ///   - clock: for the time limits of the runtime itself; nil for `ContinuousClock`. Interactors choose their own.
    ///   - name: the runtime's name in diagnostics, snapshots and for its observer; nil for the type of the interactor.
    ///   - limits: how many effects may be under way, and how long a subscriber may keep the runtime waiting in
    ///     silence.
    ///   - observer: is told what the runtime does.
    ///   - locals: the task-locals whose values travel with each action, as in `carrying: ServiceContext.$current`.
    ///     They are read when `send(_:)` or `deliver(_:)` is called, and are set for the handlers, the effects, and the
    ///     actions and updates that these feed back: an event has one set of values. They are released when the event
    ///     ends. A stream transformer gets no values, because it outlives its actions; while the graph handles an
    ///     action, what it emits is handled with the action's values.
    @inlinable
    public init<each Value: Sendable>(
        _ interactor: some Interactor<State, Action>,
        mailbox: MailboxPolicy = .default,
        executor: RuntimeExecutor = .default,
        clock: (any Clock<Duration>)? = nil,
        name: String? = nil,
        limits: RuntimeLimits = .default,
        observer: (any RuntimeObserver)? = nil,
        carrying locals: repeat TaskLocal<each Value>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core = RuntimeCore(
            interactor,
            mailbox: mailbox,
            executor: executor,
            options: RuntimeOptions(
                clock: clock,
                name: name,
                limits: limits,
                observer: observer,
                carrier: ContextCarrier(repeat each locals)
            ),
            site: CallSite(fileID, line),
            port: BroadcastPort(Broadcast()),
            makeMailbox: { Mailbox($0) },
            handling: { $0.handleMailbox() }
        )
    }

    deinit { core.cancel() }

    /// The state after the last step.
    ///
    /// Nil only if no part of the graph has state and its stream transformers have emitted nothing so far.
    public nonisolated var state: State? {
        get async { await core.state() }
    }

    /// Puts `action` into the mailbox without waiting.
    ///
    /// Actions of one caller are handled in the order sent. If the mailbox is full, or after shutdown, the action is
    /// rejected: the event task's ``EventTask/outcome`` says so, and the rejection is reported once per call site.
    ///
    /// - Parameters:
    ///   - action: the action to handle.
    ///   - note: a remark for the middlewares, which get it with the call site; see `ActionSource`.
    @discardableResult
    @inlinable
    public nonisolated func send(
        _ action: Action, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) -> EventTask {
        core.send(action, at: CallSite(fileID, line, function, note: note))
    }

    /// Puts `action` into the mailbox as soon as there is room.
    ///
    /// Waiting callers are served in order. Returns when the action is accepted, not when it is handled: await
    /// ``EventTask/finish(fileID:line:)`` of the result for that. If the waiting task is cancelled, this returns an
    /// event task with the outcome `.cancelled`.
    @discardableResult
    @inlinable
    public nonisolated func deliver(
        _ action: Action, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> EventTask {
        await core.deliver(action, at: CallSite(fileID, line, function, note: note))
    }

    /// Returns a stream of the present state, as ``state`` returns it, and of the later ones, one a step; a new stream per call.
    ///
    /// - *Start*: the first state does not depend on other subscribers. During a step it is the state after the step,
    ///   or the state at which the step waits for a stream transformer or a subscriber. If the graph has no state yet,
    ///   it is the first emission.
    /// - *Buffering*: `policy` decides which states are skipped. No state comes twice.
    /// - *Finish*: the stream finishes with the runtime; a stream made later delivers the last state and finishes.
    /// - *Cancellation*: releasing the stream, or cancelling its consumer, unsubscribes.
    ///
    /// - Parameters:
    ///   - policy: how states wait for the reader.
    ///   - selection: `.everyState` for the states in the middle of a step, too. `.latest` skips those in any case.
    @inlinable
    public nonisolated func states(
        _ policy: SubscriptionPolicy = .latest,
        of selection: StateSelection = .steps,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> AsyncStream<State> {
        core.states(policy, of: selection, at: CallSite(fileID, line))
    }

    /// Ends the runtime and returns when every task that it started has ended.
    ///
    /// New actions are rejected at once; calling again is harmless.
    ///
    /// - *Draining*: a `.drain` waits for `.bounded` subscribers to take the last states, so do not await it in the
    ///   loop that takes them. A `.cancel` meanwhile cuts it short: the `.drain` returns at once, the `.cancel` when
    ///   the tasks have ended.
    /// - *Cancelling*: a `.cancel` waits for finishing effects. If tasks are left after five seconds of the runtime's
    ///   clock, it reports them and returns: it cannot tell an effect that ignores its cancellation from an effect that
    ///   waits for this very call through a detached task.
    /// - *Cancellation*: if the waiting task is cancelled, this returns; the shutdown continues.
    /// - *Waiting for oneself*: an effect or a transformer of this runtime, or a task that inherits from it, would wait
    ///   for its own end. The runtime ends, but the call returns at once and is reported.
    public nonisolated func shutdown(
        _ manner: Shutdown,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async {
        await core.shutdown(manner, at: CallSite(fileID, line))
    }

    /// Ends the runtime within a time limit, and returns when every task that it started has ended, or at the limit.
    ///
    /// A `.drain` that reaches the limit is cut short by cancelling everything; the call then returns at once, even if an
    /// effect ignores its cancellation or a handler blocks its thread. A `.cancel` cancels at once; at the limit the call returns although tasks are left.
    ///
    /// - *Cancellation*: if the waiting task is cancelled, this returns; the shutdown continues, and the limit stays in
    ///   force.
    /// - *Waiting for oneself*: as for ``shutdown(_:fileID:line:)``.
    ///
    /// - Parameters:
    ///   - manner: how to end.
    ///   - limit: measured on `clock`.
    ///   - clock: nil for the runtime's clock.
    /// - Returns: whether everything has ended, and what had not when the limit was reached.
    @discardableResult
    public nonisolated func shutdown(
        _ manner: Shutdown = .drain,
        within limit: Duration,
        clock: (any Clock<Duration>)? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async -> ShutdownReport {
        await core.shutdown(manner, within: limit, clock.map { GraphClock($0) }, at: CallSite(fileID, line))
    }

    /// What the runtime is doing at this moment.
    ///
    /// Waits for nothing: it works while a handler, a transformer or a subscriber keeps the runtime from going on, and tells
    /// which. Never blocks the runtime. Complexity: O(n) in the effects under way and the subscribers.
    public nonisolated func snapshot() -> RuntimeSnapshot { core.snapshot() }

    /// The name of the runtime, and its number among the runtimes of the process.
    public nonisolated var identity: RuntimeIdentity { core.identity }

    /// What has become of the actions so far. May be read on any thread, at any time, also after the end.
    public nonisolated var counters: RuntimeCounters { core.counters }

    package nonisolated var tasks: GraphTasks { core.isolation.tasks }
    package nonisolated var isolation: GraphIsolation { core.isolation }
}

extension Runtime: CustomReflectable, OpaquelyReflected {}
