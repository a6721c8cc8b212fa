public import UnoArchitecture

/// A part of an app's logic that observes actions and produces others, synchronously or later. It changes no state.
///
/// Written for the actions and the state of a part, lifted to the whole's, and combined with `<>` in written order.
///
/// For each action of its ``Store``:
/// 1. `handle` is called with the state before the reducer. It runs in the host's isolation and does not suspend.
/// 2. The reducer changes the state.
/// 3. The ``IO`` that `handle` returned begins. Its outputs join the queue of the graph, first in, first out.
public protocol MiddlewareProtocol<InputAction, OutputAction, State>: Sendable {
    /// The actions that it observes.
    associatedtype InputAction: Sendable
    /// The actions that it produces; `Never` for none.
    associatedtype OutputAction: Sendable
    /// The part of the state that it reads; `Void` for none.
    associatedtype State: Sendable

    /// Returns what to do for an action.
    ///
    /// - Parameters:
    ///   - action: the action that the reducer is about to handle.
    ///   - source: where the action was sent from.
    ///   - state: the state before the reducer, and access to later states.
    func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction>
}

extension MiddlewareProtocol {
    /// Runs the left middleware, then the right one; their outputs follow each other in this order.
    @inlinable
    public static func <> <Other: MiddlewareProtocol<InputAction, OutputAction, State>>(
        left: Self,
        right: Other
    ) -> ComposedMiddleware<Self, Other> {
        ComposedMiddleware(left, right)
    }

    /// Erases the type of this middleware.
    @inlinable
    public func eraseToAnyMiddleware() -> AnyMiddleware<InputAction, OutputAction, State> { AnyMiddleware(self) }
}

/// The state as a middleware sees it: before the reducer, and later when it asks.
///
/// Not `Sendable`: `before` can be read in `handle` only. A work captures `live`.
public struct MiddlewareState<State: Sendable> {
    @usableFromInline let read: () -> State
    @usableFromInline let makeLive: () -> DynamicState<State>

    @usableFromInline
    init(read: @escaping () -> State, makeLive: @escaping () -> DynamicState<State>) {
        self.read = read
        self.makeLive = makeLive
    }

    /// A constant state, for testing a middleware without a store.
    public init(_ state: State) {
        self.init(read: { state }, makeLive: { DynamicState { state } })
    }

    /// The state before the reducer.
    public var before: State { read() }

    /// The state at the time of each read, for a work; after the scope has closed, its initial state.
    public var live: DynamicState<State> { makeLive() }

    @inlinable
    func map<Part>(_ part: @escaping @Sendable (State) -> Part) -> MiddlewareState<Part> {
        MiddlewareState<Part>(
            read: { [read] in part(read()) },
            makeLive: { [makeLive] in makeLive().map(part) }
        )
    }
}
