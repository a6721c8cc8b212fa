/// How an effect feeds an action back into its feature graph.
///
/// The action enters at the root of the graph, as if a user had sent it, behind the actions already accepted; in a
/// child feature it is embedded on the way. It belongs to the effect that dispatches it:
/// - *Ordering*: what one effect dispatches and sends is handled in the order in which it did so, and before what
///   follows the effect in a concatenation.
/// - *Buffering*: a call waits for room in the mailbox; no mailbox policy drops what an effect feeds back.
/// - *Cancellation*: from the moment at which the effect is cancelled, or its event, none of its actions arrives, queued
///   ones included, and a call returns `.cancelled`.
/// - *Lifetime*: good for the effects of the handler call that received it. Once these have ended, a call is reported and
///   returns `.rejected(.effectEnded)`.
public struct Dispatcher<Action: Sendable>: Sendable {
    @usableFromInline let feedback: Feedback<Action>
    @usableFromInline let call: HandlerCall

    @usableFromInline
    init(feedback: Feedback<Action>, call: HandlerCall) {
        self.feedback = feedback
        self.call = call
    }

    /// Returns when the action is accepted; waits for room if the mailbox is full.
    @discardableResult
    public func callAsFunction(
        _ action: Action,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> SendOutcome {
        await send(action, CallSite(fileID, line))
    }

    func send(_ action: Action, _ site: CallSite) async -> SendOutcome {
        let outcome = Task.isCancelled ? .cancelled : await feedback.send(action, FeedbackOrigin(call), site)
        if outcome == .cancelled { EffectSurroundings.note(outcome, of: action, at: site) }
        return outcome
    }
}
