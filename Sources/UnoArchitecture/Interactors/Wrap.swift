extension Interactors {
    /// An interactor whose steps run inside a closure; made by `wrap(_:)`.
    public struct Wrap<Base: Interactor>: Interactor, WrappingPart {
        @usableFromInline let wrapped: Base
        @usableFromInline let makeStep: WrapNode<DomainState, Action>.MakeStep

        @inlinable
        init(_ base: Base, _ body: @escaping @Sendable (borrowing WrappedStep<DomainState, Action>) -> Void) {
            self.wrapped = base
            self.makeStep = { scope, feedback, rest in
                { action in
                    // The scope may have closed within the step that brings the action.
                    guard scope.isOpen else { return }
                    body(WrappedStep(action: action, scope: scope, feedback: feedback, base: rest))
                }
            }
        }

        package var base: Base { wrapped }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            WrapNode(context, child: GraphParts.makeNode(wrapped, in: context), makeStep: makeStep)
        }
    }
}

extension Interactor {
    /// Runs each step of this interactor inside `body`: for operators of your own, such as filters, logs and measurements.
    ///
    /// ```swift
    /// extension Interactor {
    ///     /// Ignores actions while the state says so.
    ///     func disabled(when isDisabled: @escaping @Sendable (DomainState) -> Bool) -> some InteractorOf<Self> {
    ///         wrap { step in
    ///             if !isDisabled(step.state) { step.proceed() }
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// `body` is called for each action that reaches this place, in the host's isolation, and stays part of the fused
    /// step. It calls `step.proceed()` as often as it likes: not at all, and this interactor does not get the action; twice,
    /// and it gets the action twice, within one step.
    ///
    /// - *Effects*: what an effect sends goes to the interactor without passing `body`; the actions that it dispatches do
    ///   pass it.
    /// - *Debounce*: outside of a `Debounce`, `body` runs when an action arrives; inside, when it is handled.
    /// - *Escaping*: the compiler rejects code that keeps the step.
    /// - *Complexity*: two calls and no allocation.
    @inlinable
    public func wrap(
        _ body: @escaping @Sendable (_ step: borrowing WrappedStep<DomainState, Action>) -> Void
    ) -> Interactors.Wrap<Self> {
        Interactors.Wrap(self, body)
    }
}

/// The node of ``Interactors/Wrap``.
@usableFromInline
final class WrapNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    @usableFromInline typealias MakeStep = @Sendable (StateScope<State>, Feedback<Action>, @escaping Step) -> Step

    private let child: Node<State, Action>

    init(_ context: NodeContext<State, Action>, child: Node<State, Action>, makeStep: MakeStep) {
        self.child = child
        super.init(engine: context.engine, step: makeStep(context.scope, context.feedback, child.step))
    }

    override func start() { child.start() }

    override func stop() { child.stop() }
}

extension StateScope {
    /// The state; after the scope's state has been removed, the one that stands for it. Nil if there is neither.
    @usableFromInline
    final func knownState() -> State? { state ?? fallbackState() }

    /// Runs a handler that is not the step of a part.
    @inlinable
    final func handle<Action>(
        _ feedback: Feedback<Action>,
        _ handler: (inout State, Dispatcher<Action>) -> Emission<State>
    ) {
        // The scope may have closed within the step.
        guard isOpen else { return }
        let dispatch = Dispatcher(feedback: feedback, call: engine.step.beginCall())
        var emission = Emission<State>.none
        modify { emission = handler(&$0, dispatch) }
        follow(emission, emitter)
        engine.step.endCall()
        emitPending()
    }
}
