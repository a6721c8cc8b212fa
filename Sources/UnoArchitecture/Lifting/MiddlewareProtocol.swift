/// A part of an app's logic that watches actions and answers with others, later: it changes no state itself.
///
/// Written for the actions and the state of a part, lifted to the whole's, and combined with `<>` in written order.
///
/// For each action of its ``Store``:
/// 1. `handle` is called, with the state before the reducer. It runs in the host's isolation and returns at once.
/// 2. The reducer changes the state.
/// 3. The ``IO`` that `handle` returned begins. Its outputs join the queue of the graph, first in, first out.
public protocol MiddlewareProtocol<InputAction, OutputAction, State>: Sendable {
    /// The actions that it watches.
    associatedtype InputAction: Sendable
    /// The actions that it answers with; `Never` for none.
    associatedtype OutputAction: Sendable
    /// What it sees of the state; `Void` for nothing.
    associatedtype State: Sendable

    /// - Parameters:
    ///   - source: where the action was sent from.
    ///   - state: the state before the reducer, and later.
    func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction>
}

extension MiddlewareProtocol {
    /// The left, then the right; their outputs in this order.
    @inlinable
    public static func <> <Other: MiddlewareProtocol<InputAction, OutputAction, State>>(
        left: Self,
        right: Other
    ) -> ComposedMiddleware<Self, Other> {
        ComposedMiddleware(left, right)
    }

    /// This middleware with its type hidden.
    @inlinable
    public func eraseToAnyMiddleware() -> AnyMiddleware<InputAction, OutputAction, State> { AnyMiddleware(self) }
}

/// Does nothing; the identity of `<>`.
public struct IdentityMiddleware<InputAction: Sendable, OutputAction: Sendable, State: Sendable>: MiddlewareProtocol {
    @inlinable
    public init() {}

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

/// A middleware whose type is hidden; erasing changes nothing that it does.
public struct AnyMiddleware<InputAction: Sendable, OutputAction: Sendable, State: Sendable>: MiddlewareProtocol {
    public typealias Handler =
        @Sendable (InputAction, _ source: ActionSource, _ state: MiddlewareState<State>) -> IO<OutputAction>

    @usableFromInline let handler: Handler

    /// A middleware that is this function.
    @inlinable
    public init(_ handler: @escaping Handler) {
        self.handler = handler
    }

    @inlinable
    public init(_ base: some MiddlewareProtocol<InputAction, OutputAction, State>) {
        handler = { base.handle(action: $0, from: $1, state: $2) }
    }

    @inlinable
    public func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction> { handler(action, source, state) }
}
