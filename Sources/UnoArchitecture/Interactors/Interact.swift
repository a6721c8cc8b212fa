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

    @usableFromInline let declaredInitialValue: DomainState?
    /// The call of an initialiser without an initial value.
    @usableFromInline let site: CallSite?
    @usableFromInline let makeStep: @Sendable (StateScope<DomainState>, Feedback<Action>) -> Step

    /// Creates an interactor that starts from `initialValue` and passes each action to `handler`.
    @inlinable
    public init(initialValue: DomainState, handler: @escaping Handler) {
        self.init(initialValue, nil) { scope, _ in scope.makeStep(handler) }
    }

    /// Creates an interactor whose effects can feed actions back.
    @inlinable
    public init(initialValue: DomainState, handler: @escaping DispatchingHandler) {
        self.init(initialValue, nil) { Self.makeStep($0, $1, handler) }
    }

    /// Creates an interactor for the state that another part brings: a part before or behind it in the body, or the parent
    /// of a child in a `Scope`, `ifLet` or `forEach`.
    ///
    /// If there is no such part, the graph traps when it is made, with the place of this call.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping Handler) {
        self.init(nil, CallSite(fileID, line)) { scope, _ in scope.makeStep(handler) }
    }

    /// Creates an interactor for the state that another part brings, whose effects can feed actions back.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping DispatchingHandler) {
        self.init(nil, CallSite(fileID, line)) { Self.makeStep($0, $1, handler) }
    }

    @usableFromInline
    init(
        _ initialValue: DomainState?,
        _ site: CallSite?,
        makeStep: @escaping @Sendable (StateScope<DomainState>, Feedback<Action>) -> Step
    ) {
        self.declaredInitialValue = initialValue
        self.site = site
        self.makeStep = makeStep
    }

    @inlinable
    static func makeStep(
        _ scope: StateScope<DomainState>,
        _ feedback: Feedback<Action>,
        _ handler: @escaping DispatchingHandler
    ) -> Step {
        let engine = scope.engine
        let step = scope.makeStep { state, action in
            handler(&state, action, Dispatcher(feedback: feedback, call: engine.beginCall()))
        }
        return { action in
            step(action)
            engine.endCall()
        }
    }

    /// The state that the scope starts from. Traps if the interactor was created without one.
    public var initialValue: DomainState {
        guard let declaredInitialValue else {
            fatalError(
                """
                \(site?.fileID ?? ""):\(site?.line ?? 0): Interact works on \(DomainState.self), which no part brings: say \
                Interact(initialValue:) here or in another part, or initialValue in the type that has it in its body
                """
            )
        }
        return declaredInitialValue
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { declaredInitialValue != nil }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        Node(engine: context.engine, step: makeStep(context.scope, context.feedback))
    }
}
