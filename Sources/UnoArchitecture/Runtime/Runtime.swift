public import UnoAsync

/// Hosts a feature graph: takes actions in, handles them in its isolation, fans states out.
///
/// Behavior, for each action:
/// 1. `send(_:)` and `deliver(_:)` put it into the mailbox; the caller goes on.
/// 2. The drain loop takes it, in arrival order, on the runtime's executor.
/// 3. The graph handles it: one synchronous step, unless a stream transformer has to be waited for.
/// 4. Its states go to the subscribers, which may slow the loop down.
/// 5. Its effects run as tasks of the runtime, and come back through `Send` and `Dispatcher`.
///
/// - *Ordering*: per caller first in, first out. *Buffering*: the mailbox, as its policy says.
/// - *Finish*: `shutdown(.drain)`. *Cancellation*: `shutdown(.cancel)`, or letting go of the last reference.
/// - *Cost at rest*: about one and a half kilobytes, no task.
public final actor Runtime<State: Sendable, Action: Sendable> {
    // Every actor is final; where it is said, another module calls the methods directly, and inlines them.

    /// How a runtime ends.
    public enum Shutdown: Sendable, Hashable {
        /// Accepted actions are handled, `.perform` effects run to their end, `.observe` effects are cancelled.
        case drain
        /// Everything is cancelled now.
        case cancel
    }

    @usableFromInline nonisolated let core: RuntimeCore<State, Action>

    public nonisolated var unownedExecutor: UnownedSerialExecutor { core.isolation.unownedExecutor }

    /// Makes the feature graph of `interactor` and starts it.
    ///
    /// - Parameters:
    ///   - mailbox: how many actions wait, and what happens to one more.
    ///   - executor: where handlers and effects run.
    ///   - clock: what the runtime measures its own waits with; nil for `ContinuousClock`. What interactors measure is
    ///     theirs to say.
    @inlinable
    public init(
        _ interactor: some Interactor<State, Action>,
        mailbox: MailboxPolicy = .default,
        executor: RuntimeExecutor = .default,
        clock: (any Clock<Duration>)? = nil,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        core = RuntimeCore(
            interactor,
            mailbox: mailbox,
            executor: executor.with(clock),
            site: CallSite(fileID, line),
            broadcast: Broadcast(),
            makeMailbox: { Mailbox($0) },
            handling: { RuntimeCore.handle($0, $1) },
            publish: { RuntimeCore<State, Action>.publish($1, to: $0) },
            rest: { RuntimeCore<State, Action>.rest($0, at: $1, publishing: $2) }
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
    /// Actions of one caller are handled in the order sent. Into a full mailbox, or after shutdown, the action is
    /// rejected, which the outcome of the event task says and the diagnostics report once per call site.
    ///
    /// - Parameter note: what a middleware is to know of the action, with the place of the call; see ``ActionSource``.
    @discardableResult
    @inlinable
    public nonisolated func send(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line
    ) -> EventTask {
        core.send(action, at: CallSite(fileID, line, function, note: note))
    }

    /// Puts `action` into the mailbox as soon as there is room.
    ///
    /// Callers that wait are served in order. Returns when the action is accepted, not when it is handled: await
    /// `finish()` of the result for that. When the waiting task is cancelled, this returns, and the outcome is
    /// `.cancelled`.
    @discardableResult
    @inlinable
    public nonisolated func deliver(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line
    ) async -> EventTask {
        await core.deliver(action, at: CallSite(fileID, line, function, note: note))
    }

    /// The present state, the one that `state` returns, then every state that is emitted after it; a stream per call.
    ///
    /// What comes first does not depend on who else subscribes. In the middle of a step it is the state after the step, or
    /// the state at which the step waits for a stream transformer or a subscriber. No state comes twice; which ones are
    /// skipped is up to `policy`. A graph that has no state yet begins with its first emission.
    ///
    /// Ends with the runtime; a stream that is made later gives the last state and the end. Letting go of the stream, or
    /// cancelling its consumer, unsubscribes.
    @inlinable
    public nonisolated func states(
        _ policy: SubscriptionPolicy = .latest,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> AsyncStream<State> {
        core.states(policy, at: CallSite(fileID, line))
    }

    /// Ends the runtime and returns when every task that it started has ended.
    ///
    /// New actions are rejected at once; calling again is harmless.
    ///
    /// - *Draining*: a `.drain` waits for `.bounded` subscribers to take the last states, so do not await it in the loop
    ///   that takes them. A `.cancel` meanwhile cuts it short: the `.drain` returns at once, the `.cancel` when the tasks
    ///   have ended.
    /// - *Cancellation*: when the waiting task is cancelled, this returns; the runtime goes on ending.
    /// - *Waiting for oneself*: an effect or a transformer of this runtime, or a task that inherits from it, would wait
    ///   for its own end. The runtime ends, but the call returns at once and is reported.
    public nonisolated func shutdown(
        _ manner: Shutdown,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async {
        await core.shutdown(manner, at: CallSite(fileID, line))
    }

    /// How many actions the mailbox's policy has cost so far.
    public nonisolated var droppedActions: Int { core.droppedActions }

    package nonisolated var tasks: GraphTasks { core.isolation.tasks }
    package nonisolated var isolation: GraphIsolation { core.isolation }
}
