/// The running step of an interactor that `wrap(_:)` encloses. It cannot be copied, so it ends with the closure.
public struct WrappedStep<State: Sendable, Action: Sendable>: ~Copyable {
    /// The action that has reached the interactor.
    public let action: Action
    @usableFromInline let scope: StateScope<State>
    @usableFromInline let feedback: Feedback<Action>
    @usableFromInline let base: (Action) -> Void

    @inlinable
    init(
        action: Action,
        scope: StateScope<State>,
        feedback: Feedback<Action>,
        base: @escaping (Action) -> Void
    ) {
        self.action = action
        self.scope = scope
        self.feedback = feedback
        self.base = base
    }

    /// A copy of the present state: before ``proceed()``, the one that the interactor starts from.
    ///
    /// If the step has removed the child that the interactor belongs to, that child's initial state.
    ///
    /// Traps in a scope of stream transformers that have emitted nothing.
    @inlinable public var state: State {
        guard let state = scope.knownState() else {
            fatalError("A wrapped step has no state: no part has emitted \(State.self)")
        }
        return state
    }

    /// Lets the interactor handle the action.
    @inlinable
    public borrowing func proceed() { proceed(with: action) }

    /// Lets the interactor handle another action instead.
    ///
    /// A stream transformer in the interactor handles the action only when `body` has returned; see ``proceed(then:)``.
    @inlinable
    public borrowing func proceed(with action: Action) {
        scope.then(action, base)
        scope.emitPending()
    }

    /// Lets the interactor handle the action, and calls `after` when its step is settled.
    ///
    /// At once, unless a stream transformer in the interactor or the subscribers keep the step waiting.
    @inlinable
    public borrowing func proceed(then after: @escaping (_ step: borrowing WrappedStep) -> Void) {
        proceed()
        scope.then(Rest(action: action, scope: scope, feedback: feedback, base: base, after: after)) { $0.run() }
    }

    /// Changes the state as part of the step, as a handler does: before or after the interactor's own changes.
    @inlinable
    public borrowing func update(
        _ handler: @escaping (_ state: inout State, _ dispatch: Dispatcher<Action>) -> Emission<State>
    ) {
        scope.then((scope, feedback, handler)) { scope, feedback, handler in scope.handle(feedback, handler) }
    }

    /// What ``proceed(then:)`` calls when the step is settled, with the parts of the step.
    @usableFromInline
    struct Rest {
        @usableFromInline let action: Action
        @usableFromInline let scope: StateScope<State>
        @usableFromInline let feedback: Feedback<Action>
        @usableFromInline let base: (Action) -> Void
        @usableFromInline let after: (borrowing WrappedStep) -> Void

        @inlinable
        init(
            action: Action,
            scope: StateScope<State>,
            feedback: Feedback<Action>,
            base: @escaping (Action) -> Void,
            after: @escaping (borrowing WrappedStep) -> Void
        ) {
            self.action = action
            self.scope = scope
            self.feedback = feedback
            self.base = base
            self.after = after
        }

        @inlinable
        func run() { after(WrappedStep(action: action, scope: scope, feedback: feedback, base: base)) }
    }
}
