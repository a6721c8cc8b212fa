/// How an effect changes the state of the scope that started it.
///
/// Each call is a step of its own: the change is applied in the host's isolation, between actions, and the state is
/// emitted. The call returns when the step is settled and its states are handed on, so a slow consumer slows the
/// effect. Actions that the effect has dispatched before are handled first. A `Send` is good until its effect ends; later
/// calls are reported and rejected.
public struct Send<State: Sendable>: Sendable {
    let effect: GraphBound<ScopedEffectRun<State>>
    let isolation: GraphIsolation

    /// Replaces the whole state. Concurrent changes by others are overwritten: prefer the closure form.
    @discardableResult
    public func callAsFunction(
        _ newState: State,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line)) { $0 = newState }
    }

    /// Changes the state atomically: nothing else changes it between the closure's first read and its last write.
    @discardableResult
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line), update)
    }

    private func apply(
        at site: CallSite,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        await isolation.step { [effect] isolation in
            effect.open(in: isolation).feedbackHandled()
        } _: { [effect] isolation in
            effect.open(in: isolation).apply(update, at: site)
        } ?? .cancelled
    }
}

extension Send: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}

/// The state of an effect's scope, read when asked: `await state.count`.
///
/// Reads do not wait for demand. What is read may have changed by the time it is used: to change the state from what
/// it is, send an update closure.
@dynamicMemberLookup
public struct DynamicState<State: Sendable>: Sendable {
    let effect: GraphBound<ScopedEffectRun<State>>
    let isolation: GraphIsolation

    /// The state as it is now.
    public var current: State {
        get async { await isolation.visit { [effect] in effect.open(in: $0).currentState } }
    }

    /// A part of the state as it is now.
    public subscript<Value: Sendable>(dynamicMember keyPath: any KeyPath<State, Value> & Sendable) -> Value {
        get async {
            await isolation.visit { [effect] in effect.open(in: $0).currentState[keyPath: keyPath] }
        }
    }
}

extension DynamicState: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}

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
    ///
    /// - Parameter note: goes with the action to the middlewares, as part of its ``ActionSource``.
    @discardableResult
    public func callAsFunction(
        _ action: Action,
        note: String? = nil,
        fileID: StaticString = #fileID,
        function: StaticString = #function,
        line: UInt = #line
    ) async -> SendOutcome {
        await send(action, CallSite(fileID, line, function, note: note))
    }

    func send(_ action: Action, _ site: CallSite) async -> SendOutcome {
        guard !Task.isCancelled else { return .cancelled }
        return await feedback.send(action, FeedbackOrigin(call), site)
    }
}

extension Dispatcher: CustomReflectable {
    public var customMirror: Mirror { .opaque(self) }
}
