internal import UnoArchitecture

/// The middleware of a part as a middleware of the whole; made by `lift`.
public struct LiftedMiddleware<
    Base: MiddlewareProtocol,
    InputAction: Sendable,
    OutputAction: Sendable,
    State: Sendable
>: MiddlewareProtocol {
    @usableFromInline typealias Output = @Sendable (Base.OutputAction) -> OutputAction

    @usableFromInline let base: Base
    /// Returns the part's action in one of the whole, and the function that embeds the outputs for it.
    @usableFromInline let match: @Sendable (InputAction) -> (action: Base.InputAction, output: Output)?
    @usableFromInline let state: @Sendable (State) -> Base.State

    @inlinable
    init(
        _ base: Base,
        _ input: @escaping @Sendable (InputAction) -> Base.InputAction?,
        _ output: @escaping @Sendable (Base.OutputAction) -> OutputAction,
        _ state: @escaping @Sendable (State) -> Base.State
    ) {
        self.init(base, { action in input(action).map { ($0, output) } }, state)
    }

    @inlinable
    init(
        _ base: Base,
        _ match: @escaping @Sendable (InputAction) -> (action: Base.InputAction, output: Output)?,
        _ state: @escaping @Sendable (State) -> Base.State
    ) {
        self.base = base
        self.match = match
        self.state = state
    }

    /// Handles an action of the part, embedded in the whole.
    @inlinable
    public func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction> {
        guard let (part, output) = match(action) else { return .none }
        return base.handle(action: part, from: source, state: state.map(self.state)).map(output)
    }
}
