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
/// A handler whose branches all mean "emit what has changed" is an ``Update``.
///
/// The handler runs in the host's isolation, never concurrently with another handler of its graph.
public struct Interact<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart, DescribedPart {
    /// Changes the state for an action and returns what to emit and which effects to start.
    public typealias Handler = @Sendable (inout DomainState, Action) -> Emission<DomainState>
    /// A handler whose effects can feed actions back with `dispatch`.
    public typealias DispatchingHandler =
        @Sendable (inout DomainState, Action, _ dispatch: Dispatcher<Action>) -> Emission<DomainState>

    @usableFromInline let recipe: Recipe

    /// Creates an interactor that starts from `initialValue` and passes each action to `handler`.
    @inlinable
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping Handler
    ) {
        recipe = Recipe(initialValue, CallSite(fileID, line), .plain(handler))
    }

    /// Creates an interactor whose effects can feed actions back.
    @inlinable
    public init(
        initialValue: DomainState, fileID: StaticString = #fileID, line: UInt = #line,
        handler: @escaping DispatchingHandler
    ) {
        recipe = Recipe(initialValue, CallSite(fileID, line), .dispatching(handler))
    }

    /// Creates an interactor for the state that another part brings: a part before or behind it in the body, or the parent
    /// of a child in a `Scope`, `ifLet` or `forEach`.
    ///
    /// If there is no such part, the graph traps when it is made, with the place of this call.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping Handler) {
        recipe = Recipe(nil, CallSite(fileID, line), .plain(handler))
    }

    /// Creates an interactor for the state that another part brings, whose effects can feed actions back.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line, handler: @escaping DispatchingHandler) {
        recipe = Recipe(nil, CallSite(fileID, line), .dispatching(handler))
    }

    /// The state that the scope starts from. Traps if the interactor was created without one.
    public var initialValue: DomainState {
        guard let initialValue = recipe.initialValue else {
            fatalError(
                """
                \(recipe.site.fileID):\(recipe.site.line): Interact works on \(DomainState.self), which no part brings: say \
                Interact(initialValue:) here or in another part, or initialValue in the type that has it in its body
                """
            )
        }
        return initialValue
    }

    package var outline: PartOutline { PartOutline(site: recipe.site) }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { recipe.initialValue != nil }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        if let value = recipe.initialValue { context.bring(value, from: Self.self, at: recipe.site) }
        return Node(engine: context.engine, step: recipe.makeStep(recipe, context.scope, context.feedback))
    }

    package func handle(_ action: Action, on state: inout DomainState) -> Emission<DomainState>? {
        switch recipe.handler {
        case .plain(let handler): return handler(&state, action)
        case .dispatching(let handler):
            let nowhere = Feedback<Action> { _, _, _ in
                .rejected(.effectEnded)
            } enqueue: { _, _, _ in
                false
            }
            return handler(&state, action, Dispatcher(feedback: nowhere, call: 0))
        }
    }
}

extension Interact {
    /// The parts of an interactor, in one object: an existential holds three words without an allocation, and a graph is
    /// made through several existentials.
    @usableFromInline
    final class Recipe: Sendable {
        /// Handles an action on a node's scope.
        @usableFromInline typealias Step = (Action) -> Void

        @usableFromInline
        enum AnyHandler: Sendable {
            case plain(Handler)
            case dispatching(DispatchingHandler)
        }

        @usableFromInline let initialValue: DomainState?
        /// The call of the initialiser.
        @usableFromInline let site: CallSite
        @usableFromInline let handler: AnyHandler
        /// Made in the client's module; see ``Node``.
        @usableFromInline let makeStep: @Sendable (Recipe, StateScope<DomainState>, Feedback<Action>) -> Step

        @inlinable
        init(_ initialValue: DomainState?, _ site: CallSite, _ handler: AnyHandler) {
            self.initialValue = initialValue
            self.site = site
            self.handler = handler
            makeStep = { $0.step(on: $1, $2) }
        }

        @inlinable
        func step(on scope: StateScope<DomainState>, _ feedback: Feedback<Action>) -> Step {
            switch handler {
            case .plain(let handler): return scope.makeStep(handler, at: site)
            case .dispatching(let handler):
                let engine = scope.engine
                let handle: StateScope<DomainState>.Handler<Action> = { state, action in
                    handler(&state, action, Dispatcher(feedback: feedback, call: engine.step.beginCall()))
                }
                let step = scope.makeStep(handle, at: site)
                return { action in
                    step(action)
                    engine.step.endCall()
                }
            }
        }
    }
}
