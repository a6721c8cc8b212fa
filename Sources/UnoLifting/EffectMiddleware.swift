internal import Synchronization
internal import UnoArchitecture

/// A middleware that is one function with dependencies, and whose tokens name only its own works.
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
/// Two effect middlewares can use the same token without affecting each other's works. Copies and lifted copies of an
/// effect middleware count as the same middleware.
public struct EffectMiddleware<InputAction: Sendable, OutputAction: Sendable, State: Sendable, Dependencies: Sendable>:
    MiddlewareProtocol
{
    /// Handles an action with the dependencies of the middleware.
    public typealias Handler =
        @Sendable (InputAction, ActionSource, _ state: MiddlewareState<State>, Dependencies) -> IO<OutputAction>

    private let dependencies: Dependencies
    private let handler: Handler
    private let owner: Int

    /// Creates a middleware that passes `dependencies` to its handler.
    public init(_ dependencies: Dependencies, onAction handler: @escaping Handler) {
        self.dependencies = dependencies
        self.handler = handler
        owner = effectMiddlewares.add(1, ordering: .relaxed).newValue
    }

    /// Handles the action with the middleware that this value describes.
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
    /// Creates a middleware without dependencies.
    public init(
        onAction handler:
            @escaping @Sendable (InputAction, ActionSource, MiddlewareState<State>) -> IO<OutputAction>
    ) {
        self.init(()) { action, source, state, _ in handler(action, source, state) }
    }
}

/// The number of effect middlewares created so far; each takes its number as the owner of its tokens.
private let effectMiddlewares = Atomic(0)
