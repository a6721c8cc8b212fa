internal import Synchronization
public import UnoArchitecture

/// The interactor that runs a reducer and a middleware.
///
/// ```swift
/// let runtime = Runtime(Store(initialValue: AppState(), reducer: reducer, middleware: middleware))
/// ```
///
/// For each action:
/// 1. The middleware handles it, with the state before the reducer.
/// 2. The reducer changes the state, which is emitted if the action was for the reducer.
/// 3. The middleware's ``IO`` begins, and the state is emitted if it was not yet.
///
/// Immediate outputs (`pure`) join the queue in order, those of an earlier action before those of a later one. Outputs of
/// works join it when they are produced.
public struct Store<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    @usableFromInline let makeStep: @Sendable (StoreContext<DomainState, Action>) -> (Action) -> Void
    private let declaredInitialValue: DomainState?

    /// Creates a store that works on the state of another part; see `starting(with:)`.
    @inlinable
    public init(
        reducer: Reducer<Action, DomainState>,
        middleware: some MiddlewareProtocol<Action, Action, DomainState>
    ) {
        self.init(nil, reducer, middleware)
    }

    /// Creates a store that starts from `initialValue`.
    @inlinable
    public init(
        initialValue: DomainState,
        reducer: Reducer<Action, DomainState>,
        middleware: some MiddlewareProtocol<Action, Action, DomainState>
    ) {
        self.init(initialValue, reducer, middleware)
    }

    @inlinable
    init(
        _ initialValue: DomainState?,
        _ reducer: Reducer<Action, DomainState>,
        _ middleware: some MiddlewareProtocol<Action, Action, DomainState>
    ) {
        self.init(initialValue) { context in
            let step = context.scope.makeStep { [reduce = reducer.run, engine = context.scope.engine] state, action in
                // The middleware reads the state in place, before the reducer, so that only what it asks for is copied.
                let io = context.withBefore(&state) { seen in
                    middleware.handle(action: action, from: ActionSource(engine.step.site), state: seen)
                }
                let wasForReducer = reduce(action, &state)
                if io.isEmpty { return wasForReducer ? .state : .none }
                return context.emission(of: io)
            }
            return { action in
                step(action)
                context.endCall()
            }
        }
    }

    @usableFromInline
    init(
        _ initialValue: DomainState?,
        makeStep: @escaping @Sendable (StoreContext<DomainState, Action>) -> (Action) -> Void
    ) {
        self.declaredInitialValue = initialValue
        self.makeStep = makeStep
    }

    /// The declared initial state. Traps if the store works on the state of another part.
    public var initialValue: DomainState {
        guard let declaredInitialValue else {
            fatalError("\(Self.self) has no initial value: say Store(initialValue:reducer:middleware:)")
        }
        return declaredInitialValue
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { declaredInitialValue != nil }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        context.engine.log.keepDetails()
        if let declaredInitialValue { context.bring(declaredInitialValue, from: Self.self) }
        return Node(in: context.engine, step: makeStep(StoreContext(context)))
    }
}
