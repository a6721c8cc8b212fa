/// Feeds an action back into the feature graph of an effect, and makes the emissions that end in an action.
///
/// In an effect, `await dispatch(.loaded)` feeds an action back. In a handler, ``next(_:note:fileID:function:line:)`` has an
/// action handled right after the running step, and `run` is an effect whose result becomes an action.
///
/// The action enters at the root of the graph, like an action that a user sends, behind the actions already accepted;
/// the action of a child feature is embedded on the way. It belongs to the effect that dispatches it:
/// - *Ordering*: the updates and actions of one effect are handled in the order of its calls, and before the effect's
///   follow-up in a concatenation.
/// - *Buffering*: a call waits for room in the mailbox; no mailbox policy drops a fed-back action.
/// - *Cancellation*: once the effect or its event is cancelled, none of its actions is handled, queued ones included,
///   and a call returns `.cancelled`.
/// - *Lifetime*: valid for the effects of the handler call that received it. Once these have ended, a call is reported
///   and returns `.rejected(.effectEnded)`.
public struct Dispatcher<Action: Sendable>: Sendable {
    @usableFromInline let feedback: Feedback<Action>
    @usableFromInline let call: HandlerCall

    @usableFromInline
    init(feedback: Feedback<Action>, call: HandlerCall) {
        self.feedback = feedback
        self.call = call
    }

    /// Dispatches `action` and returns when it is accepted, waiting for room if the mailbox is full.
    ///
    /// - Parameters:
    ///   - action: the action to feed back.
    ///   - note: passed to the middlewares with the action, as part of its `ActionSource`.
    @discardableResult
    public func callAsFunction(
        _ action: Action, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> SendOutcome {
        await send(action, at: CallSite(fileID, line, function, note: note))
    }

    /// Dispatches `action` and returns when it has been handled.
    ///
    /// The result tells what has become of the action, where a call of the dispatcher itself tells whether it was
    /// accepted: `.accepted` if it has been handled, `.rejected(.childEnded)` if the child that it addressed had ended,
    /// `.cancelled` if the effect, its event or the graph was cancelled before the action was handled.
    ///
    /// - *Debounce*: a `Debounce` has handled an action when it holds it.
    /// - *Cancellation*: returns when the waiting task is cancelled: `.accepted` if the step of the action has begun, otherwise
    ///   `.cancelled`.
    ///
    /// - Parameters:
    ///   - action: the action to feed back.
    ///   - note: passed to the middlewares with the action, as part of its `ActionSource`.
    @discardableResult
    public func awaitHandling(
        of action: Action, note: String? = nil,
        fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line
    ) async -> SendOutcome {
        let reply = HandledReply()
        let outcome = await send(action, at: CallSite(fileID, line, function, note: note), reply: reply)
        return outcome == .accepted ? await reply.outcome() : outcome
    }

    package func send(_ action: Action, at site: CallSite) async -> SendOutcome {
        await send(action, at: site, reply: nil)
    }

    func send(_ action: Action, at site: CallSite, reply: HandledReply?) async -> SendOutcome {
        let outcome = await sendQuietly(action, site, reply: reply)
        if outcome == .cancelled { EffectSurroundings.note(action, at: site) }
        return outcome
    }

    /// As `send`, for an action whose effect could not know that it had been cancelled: a harness hears nothing of it.
    @discardableResult
    func sendQuietly(_ action: Action, _ site: CallSite, reply: HandledReply? = nil) async -> SendOutcome {
        Task.isCancelled ? .cancelled : await feedback.send(action, FeedbackOrigin(call, reply: reply), site)
    }
}

extension Dispatcher: CustomReflectable, OpaquelyReflected {}
