/// The interactor with state: a handler that changes it, one action at a time.
///
/// ```swift
/// Interact(initialValue: Counter()) { state, action in
///     switch action {
///     case .increment:
///         state.count += 1
///         return .state
///     case .load:
///         return .perform { _, send in
///             let count = await api.count()
///             await send { $0.count = count }
///         }
///     }
/// }
/// ```
///
/// The handler runs in the host's isolation, never concurrently with another handler of its graph.
public struct Interact<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    /// Changes the state for an action and returns what to emit and which effects to start.
    public typealias Handler = @Sendable (inout DomainState, Action) -> Emission<DomainState>
    /// A handler whose effects can feed actions back with `dispatch`.
    public typealias DispatchingHandler =
        @Sendable (inout DomainState, Action, _ dispatch: Dispatcher<Action>) -> Emission<DomainState>

    /// Handles an action on a node's scope.
    @usableFromInline typealias Step = (Action) -> Void

    /// The state that the scope starts from.
    public let initialValue: DomainState
    @usableFromInline let makeStep: @Sendable (StateScope<DomainState>, Feedback<Action>) -> Step

    /// Creates an interactor that starts from `initialValue` and passes each action to `handler`.
    @inlinable
    public init(initialValue: DomainState, handler: @escaping Handler) {
        self.initialValue = initialValue
        self.makeStep = { scope, _ in scope.makeStep(handler) }
    }

    /// Creates an interactor whose effects can feed actions back.
    @inlinable
    public init(initialValue: DomainState, handler: @escaping DispatchingHandler) {
        self.initialValue = initialValue
        self.makeStep = { scope, feedback in
            let engine = scope.engine
            let step = scope.makeStep { state, action in
                handler(&state, action, Dispatcher(feedback: feedback, call: engine.beginCall()))
            }
            return { action in
                step(action)
                engine.endCall()
            }
        }
    }

    package var hasStatefulPart: Bool { true }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        Node(engine: context.engine, step: makeStep(context.scope, context.feedback))
    }
}
