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

/// The context in which the step of a ``Store`` runs its middleware.
@usableFromInline
final class StoreContext<State: Sendable, Action: Sendable> {
    /// Names an effect of the store.
    private struct EffectID: Hashable, Sendable {
        let store: ObjectIdentifier
        let token: IOToken
    }

    @usableFromInline let scope: StateScope<State>
    private let feedback: Feedback<Action>
    /// The address of the state while the middleware handles an action. Set and cleared within one exclusive access to
    /// the state, so the state cannot change while the address is set.
    @exclusivity(unchecked) @usableFromInline var seen: UnsafePointer<State>?
    /// Shared by all actions.
    @exclusivity(unchecked) @usableFromInline private(set) var state: MiddlewareState<State>!

    init(_ context: NodeContext<State, Action>) {
        self.scope = context.scope
        self.feedback = context.feedback
        state = MiddlewareState(
            read: { [unowned self] in
                // `MiddlewareState` is not `Sendable` and exists only within `handle`, while `withBefore` has set `seen`.
                guard let seen else { fatalError("The state was read outside of handle(action:from:state:)") }
                return seen.pointee
            },
            makeLive: { [scope] in scope.live }
        )
    }

    /// Runs `body` with read access to the state in place.
    @inlinable
    func withBefore<Result>(_ value: inout State, _ body: (MiddlewareState<State>) -> Result) -> Result {
        withUnsafePointer(to: &value) { pointer in
            seen = pointer
            defer { seen = nil }
            return body(state)
        }
    }

    /// Converts `io` to effects of the store's scope.
    ///
    /// Immediate outputs are queued in the step itself. A work cancels a running work with the same token.
    @usableFromInline
    func emission(of io: IO<Action>) -> Emission<State> {
        let dispatch = Dispatcher(feedback: feedback, beginningCallOf: scope.engine)
        let store = ObjectIdentifier(self)
        var emissions: [Emission<State>] = []
        var outputs: [(Action, CallSite)] = []
        func flush() {
            guard !outputs.isEmpty else { return }
            emissions.append(.queue(outputs, feedback))
            outputs = []
        }
        for step in io.steps {
            switch step {
            case .output(let output, let site): outputs.append((output, site))
            case .work(let kind, let token, let work):
                flush()
                let id = token.map { EffectID(store: store, token: $0) }
                emissions.append(
                    .effect(kind, id: id, policy: .cancelPrevious) { _ in
                        await work(IOOutput { await dispatch.send($0, at: $1) })
                    }
                )
            case .cancel(let token):
                flush()
                emissions.append(.cancel(id: EffectID(store: store, token: token)))
            }
        }
        flush()
        return .merge(emissions)
    }

    /// Ends the handler call, after what the middleware asked for has begun.
    @usableFromInline
    func endCall() { scope.engine.endCall() }
}
