internal import Synchronization
internal import UnoArchitecture

/// Does nothing; the identity of `<>`.
public struct IdentityMiddleware<InputAction: Sendable, OutputAction: Sendable, State: Sendable>: MiddlewareProtocol {
    /// Creates a middleware that ignores every action.
    @inlinable
    public init() {}

    /// Handles the action with the middleware that this value describes.
    @inlinable
    public func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction> { .none }
}

/// One middleware, then another; made by `<>`.
public struct ComposedMiddleware<First: MiddlewareProtocol, Second: MiddlewareProtocol>: MiddlewareProtocol
where
    First.InputAction == Second.InputAction, First.OutputAction == Second.OutputAction, First.State == Second.State
{
    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable
    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    /// Handles the action with the middleware that this value describes.
    @inlinable
    public func handle(
        action: First.InputAction,
        from source: ActionSource,
        state: MiddlewareState<First.State>
    ) -> IO<First.OutputAction> {
        let io = first.handle(action: action, from: source, state: state)
        return io <> second.handle(action: action, from: source, state: state)
    }
}

/// A middleware whose type is erased, or that is a function; erasing does not change what the middleware does.
public struct AnyMiddleware<InputAction: Sendable, OutputAction: Sendable, State: Sendable>: MiddlewareProtocol {
    /// Handles an action, as ``MiddlewareProtocol/handle(action:from:state:)`` does.
    public typealias Handler =
        @Sendable (InputAction, _ source: ActionSource, _ state: MiddlewareState<State>) -> IO<OutputAction>

    @usableFromInline let handler: Handler

    /// Creates a middleware from a function.
    @inlinable
    public init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    /// Erases the type of `base`.
    @inlinable
    public init(_ base: some MiddlewareProtocol<InputAction, OutputAction, State>) {
        handler = { base.handle(action: $0, from: $1, state: $2) }
    }

    /// Handles the action with the middleware that this value describes.
    @inlinable
    public func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction> { handler(action, source, state) }
}

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
