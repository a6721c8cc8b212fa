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
