/// Changes the state of the scope that started the effect.
///
/// - *Ordering*: each call is a step of its own. The change is applied in the host's isolation, between actions, after
///   the actions that the effect has dispatched before.
/// - *Back-pressure*: the call returns when the step is settled and its states are published, so a slow consumer slows
///   the effect.
/// - *Cancellation*: once the effect, its event or the graph is cancelled, a call changes nothing and returns
///   `.cancelled`.
/// - *Lifetime*: valid until the effect ends; a later call is reported and returns `.rejected(.effectEnded)`.
public struct Send<State: Sendable>: Sendable {
    private enum Target: Sendable {
        case effect(EffectHandle)
        case part(
            apply:
                @Sendable (@escaping @Sendable (inout State) -> Void, ViewTransaction?, CallSite) async -> SendOutcome,
            dismiss: @Sendable (CallSite) async -> SendOutcome
        )
    }

    private let target: Target

    init(_ access: EffectAccess) {
        switch access {
        case .effect(let effect): target = .effect(effect)
        case .part(let part): self = StateAccess.open(part).send
        }
    }

    /// A `Send` of the part at `path`, for the effects of an emission of that part.
    func part<Part: Sendable>(_ path: any WritableKeyPath<State, Part> & Sendable) -> Send<Part> {
        Send<Part>(
            target: .part { update, transaction, site in
                await apply(at: site, with: transaction) { update(&$0[keyPath: path]) }
            } dismiss: { site in
                await dismiss(at: site)
            }
        )
    }

    private init(target: Target) {
        self.target = target
    }

    /// Replaces the whole state, and with it concurrent changes by other effects. Prefer the closure form.
    @discardableResult
    public func callAsFunction(
        _ newState: State,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line)) { $0 = newState }
    }

    /// Changes the state atomically: nothing else changes it between the closure's first read and its last write.
    ///
    /// - Parameters:
    ///   - transaction: a view model shows the change with it.
    ///   - update: changes the state.
    @discardableResult
    public func callAsFunction(
        with transaction: ViewTransaction? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        await apply(at: CallSite(fileID, line), with: transaction, update)
    }

    /// Asks the parent to dismiss the feature, as ``Emission/dismiss(fileID:line:)`` does, in a step of its own.
    ///
    /// The effect is cancelled with the feature.
    @discardableResult
    public func dismiss(fileID: StaticString = #fileID, line: UInt = #line) async -> SendOutcome {
        await dismiss(at: CallSite(fileID, line))
    }

    private func dismiss(at site: CallSite) async -> SendOutcome {
        switch target {
        case .part(_, let dismiss): return await dismiss(site)
        case .effect(let effect):
            return await effect.isolation.step { isolation in
                effect.open(in: isolation).feedbackHandled()
            } _: { isolation in
                effect.open(in: isolation).dismiss(at: site)
            } ?? .cancelled
        }
    }

    private func apply(
        at site: CallSite,
        with transaction: ViewTransaction? = nil,
        _ update: @escaping @Sendable (inout State) -> Void
    ) async -> SendOutcome {
        switch target {
        case .part(let apply, _): return await apply(update, transaction, site)
        case .effect(let effect):
            let outcome =
                await effect.isolation.step { isolation in
                    effect.open(in: isolation).feedbackHandled()
                } _: { isolation in
                    effect.open(in: isolation).apply(update, with: transaction, at: site)
                } ?? .cancelled
            if outcome == .cancelled { EffectSurroundings.note(outcome, at: site) }
            return outcome
        }
    }
}

extension Send: CustomReflectable, OpaquelyReflected {}

/// Reads the current state of a scope, from an effect or another asynchronous task: `await state.count`.
///
/// Reads do not wait for demand. A value may be outdated when it is used: to derive the new state from the current one,
/// send an update closure.
@dynamicMemberLookup
public struct DynamicState<State: Sendable>: Sendable {
    private enum Source: Sendable {
        case effect(EffectHandle)
        case function(@Sendable () async -> State)
    }

    private let source: Source

    init(_ access: EffectAccess) {
        switch access {
        case .effect(let effect): source = .effect(effect)
        case .part(let part): self = StateAccess.open(part).state
        }
    }

    @usableFromInline
    package init(read: @escaping @Sendable () async -> State) {
        source = .function(read)
    }

    /// The current state. If the scope has been removed, the last state that is known of it.
    public var current: State {
        get async { await read { $0 } }
    }

    /// A property of the current state.
    public subscript<Value: Sendable>(dynamicMember keyPath: any KeyPath<State, Value> & Sendable) -> Value {
        get async { await read { $0[keyPath: keyPath] } }
    }

    private func read<Value: Sendable>(_ part: @Sendable (State) -> Value) async -> Value {
        switch source {
        case .effect(let effect): await effect.isolation.visit { part(effect.open(in: $0).currentState()) }
        case .function(let read): part(await read())
        }
    }

    @usableFromInline
    package func map<Part: Sendable>(_ part: @escaping @Sendable (State) -> Part) -> DynamicState<Part> {
        DynamicState<Part> { await read(part) }
    }
}

extension DynamicState: CustomReflectable, OpaquelyReflected {}

/// Access to a part of a scope's state, for the effects of an emission of that part.
final class StateAccess<State: Sendable>: Sendable {
    let state: DynamicState<State>
    let send: Send<State>

    init(state: DynamicState<State>, send: Send<State>) {
        self.state = state
        self.send = send
    }

    static func open(_ part: any AnyObject & Sendable) -> StateAccess {
        guard let part = part as? StateAccess else { fatalError("\(type(of: part)) is no access to \(State.self)") }
        return part
    }
}

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
    /// - *Cancellation*: returns `.cancelled` when the waiting task is cancelled.
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
        if outcome == .cancelled { EffectSurroundings.note(outcome, of: action, at: site) }
        return outcome
    }

    /// As `send`, for an action whose effect could not know that it had been cancelled: a harness hears nothing of it.
    @discardableResult
    func sendQuietly(_ action: Action, _ site: CallSite, reply: HandledReply? = nil) async -> SendOutcome {
        Task.isCancelled ? .cancelled : await feedback.send(action, FeedbackOrigin(call, reply: reply), site)
    }
}

extension Dispatcher: CustomReflectable, OpaquelyReflected {}
