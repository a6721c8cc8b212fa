internal import Synchronization

/// A middleware that is one function with dependencies; the tokens of its works are its own.
///
/// ```swift
/// let search = EffectMiddleware<Action, Action, State, API>(api) { action, _, _, api in
///     switch action {
///     case .query(let text): .run(token: "search") { output in await output(.found(api.search(text))) }
///     case .leave: .cancel(token: "search")
///     case .found: .none
///     }
/// }
/// ```
///
/// Two effect middlewares may use the same token without touching each other's works. A copy, lifted or not, is the
/// same middleware.
public struct EffectMiddleware<InputAction: Sendable, OutputAction: Sendable, State: Sendable, Dependencies: Sendable>:
    MiddlewareProtocol
{
    public typealias Handler =
        @Sendable (InputAction, ActionSource, _ state: MiddlewareState<State>, Dependencies) -> IO<OutputAction>

    private let dependencies: Dependencies
    private let handler: Handler
    private let owner: Int

    public init(_ dependencies: Dependencies, onAction handler: @escaping Handler) {
        self.dependencies = dependencies
        self.handler = handler
        owner = effectMiddlewares.add(1, ordering: .relaxed).newValue
    }

    public func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction> {
        let io = handler(action, source, state, dependencies)
        return io.isEmpty ? io : io.owned(by: owner)
    }
}

extension EffectMiddleware where Dependencies == Void {
    public init(
        onAction handler:
            @escaping @Sendable (InputAction, ActionSource, MiddlewareState<State>) -> IO<OutputAction>
    ) {
        self.init(()) { action, source, state, _ in handler(action, source, state) }
    }
}

/// How many effect middlewares there have been: their numbers tell their tokens apart.
private let effectMiddlewares = Atomic(0)
