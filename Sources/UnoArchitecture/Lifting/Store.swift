internal import Synchronization

/// A reducer and a middleware as an interactor.
///
/// ```swift
/// let runtime = Runtime(Store(initialValue: AppState(), reducer: reducer, middleware: middleware))
/// ```
///
/// For each action:
/// 1. The middleware sees it, with the state before.
/// 2. The reducer changes the state, which is emitted if the action was for it.
/// 3. The middleware's ``IO`` begins, and the state is emitted if it has not been.
///
/// Outputs that are there at once join the queue in order, those of an earlier action before those of a later one.
/// Outputs of works join it as they come.
public struct Store<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    @usableFromInline let makeStep: @Sendable (StoreContext<DomainState, Action>) -> (Action) -> Void
    private let declaredInitialValue: DomainState?

    /// A store on the state of the parts around it; see `starting(with:)`.
    @inlinable
    public init(
        reducer: Reducer<Action, DomainState>,
        middleware: some MiddlewareProtocol<Action, Action, DomainState>
    ) {
        self.init(nil, reducer, middleware)
    }

    /// A store that starts from `initialValue`.
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
                // Read before the reducer, in its place: nothing is copied that the middleware does not ask for.
                let io = context.withBefore(&state) { seen in
                    middleware.handle(action: action, from: ActionSource(engine.site), state: seen)
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

    /// Traps for a store on the state of the parts around it.
    public var initialValue: DomainState {
        guard let declaredInitialValue else {
            fatalError("\(Self.self) has no initial value: say Store(initialValue:reducer:middleware:)")
        }
        return declaredInitialValue
    }

    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        HostedStream.states(of: self, upstream: upstream)
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { declaredInitialValue != nil }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        context.engine.log.keepsSites.store(true, ordering: .relaxed)
        return Node(engine: context.engine, step: makeStep(StoreContext(context)))
    }
}
