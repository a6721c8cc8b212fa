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
    /// The call of the initialiser.
    @usableFromInline let site: CallSite
    @usableFromInline let makeStep: @Sendable (StateScope<DomainState>, Feedback<Action>) -> Step

    /// Creates an interactor that starts from `initialValue` and passes each action to `handler`.
    @inlinable
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping Handler
    ) {
        let site = CallSite(fileID, line)
        self.init(initialValue, site) { scope, _ in scope.makeStep(handler, at: site) }
    }

    /// Creates an interactor whose effects can feed actions back.
    @inlinable
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping DispatchingHandler
    ) {
        let site = CallSite(fileID, line)
        self.init(initialValue, site) { Self.makeStep($0, $1, site, handler) }
    }

    /// Creates an interactor for the state that another part brings: a part before or behind it in the body, or the parent
    /// of a child in a `Scope`, `ifLet` or `forEach`.
    ///
    /// If there is no such part, the graph traps when it is made, with the place of this call.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping Handler) {
        let site = CallSite(fileID, line)
        self.init(nil, site) { scope, _ in scope.makeStep(handler, at: site) }
    }

    /// Creates an interactor for the state that another part brings, whose effects can feed actions back.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping DispatchingHandler) {
        let site = CallSite(fileID, line)
        self.init(nil, site) { Self.makeStep($0, $1, site, handler) }
    }

    @usableFromInline
    init(
        _ initialValue: DomainState?,
        _ site: CallSite,
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
        _ site: CallSite,
        _ handler: @escaping DispatchingHandler
    ) -> Step {
        let engine = scope.engine
        let handle: StateScope<DomainState>.Handler<Action> = { state, action in
            handler(&state, action, Dispatcher(feedback: feedback, call: engine.beginCall()))
        }
        let step = scope.makeStep(handle, at: site)
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
                \(site.fileID):\(site.line): Interact works on \(DomainState.self), which no part brings: say \
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
