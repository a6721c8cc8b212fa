/// A middleware of a part, as one of the whole; made by `lift`.
public struct LiftedMiddleware<
    Base: MiddlewareProtocol,
    InputAction: Sendable,
    OutputAction: Sendable,
    State: Sendable
>: MiddlewareProtocol {
    @usableFromInline typealias Output = @Sendable (Base.OutputAction) -> OutputAction

    @usableFromInline let base: Base
    /// The part's action in one of the whole, and what the outputs that follow from it become.
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
