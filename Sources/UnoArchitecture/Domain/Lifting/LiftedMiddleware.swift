/// A middleware of a part, as one of the whole; made by `lift`.
public struct LiftedMiddleware<
    Base: MiddlewareProtocol,
    InputAction: Sendable,
    OutputAction: Sendable,
    State: Sendable
>: MiddlewareProtocol {
    @usableFromInline let base: Base
    @usableFromInline let input: @Sendable (InputAction) -> Base.InputAction?
    @usableFromInline let output: @Sendable (Base.OutputAction) -> OutputAction
    @usableFromInline let state: @Sendable (State) -> Base.State

    @inlinable
    init(
        _ base: Base,
        _ input: @escaping @Sendable (InputAction) -> Base.InputAction?,
        _ output: @escaping @Sendable (Base.OutputAction) -> OutputAction,
        _ state: @escaping @Sendable (State) -> Base.State
    ) {
        self.base = base
        self.input = input
        self.output = output
        self.state = state
    }

    @inlinable
    public func handle(
        action: InputAction,
        from source: ActionSource,
        state: MiddlewareState<State>
    ) -> IO<OutputAction> {
        guard let part = input(action) else { return .none }
        return base.handle(action: part, from: source, state: state.map(self.state)).map(output)
    }
}
