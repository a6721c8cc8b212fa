/// Every subset of the three axes, each axis in each of its spellings; all of them are one line.
///
/// - `inputAction`: how a part's action is found in the whole's; nil: the action is not for it.
/// - `outputAction`: how a part's output becomes one of the whole's: a closure, the name of a case, or a case path.
///   Lifts follow each other level by level: `.lift(outputAction: Home.weather).lift(outputAction: App.home)`.
/// - `state`: how the part's state is read from the whole's.
extension MiddlewareProtocol {
    // MARK: Closures, key paths written out, names of cases

    /// Lifts the input, the output and the state, with closures.
    @inlinable
    public func lift<WholeInput, WholeOutput, WholeState>(
        inputAction: @escaping @Sendable (WholeInput) -> InputAction?,
        outputAction: @escaping @Sendable (OutputAction) -> WholeOutput,
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, WholeInput, WholeOutput, WholeState> {
        LiftedMiddleware(self, inputAction, outputAction, state)
    }

    /// Lifts the input and the output, with closures.
    @inlinable
    public func lift<WholeInput, WholeOutput>(
        inputAction: @escaping @Sendable (WholeInput) -> InputAction?,
        outputAction: @escaping @Sendable (OutputAction) -> WholeOutput
    ) -> LiftedMiddleware<Self, WholeInput, WholeOutput, State> {
        LiftedMiddleware(self, inputAction, outputAction, { $0 })
    }

    /// Lifts the input and the state, with closures.
    @inlinable
    public func lift<WholeInput, WholeState>(
        inputAction: @escaping @Sendable (WholeInput) -> InputAction?,
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, WholeInput, OutputAction, WholeState> {
        LiftedMiddleware(self, inputAction, { $0 }, state)
    }

    /// Lifts the output and the state, with closures.
    @inlinable
    public func lift<WholeOutput, WholeState>(
        outputAction: @escaping @Sendable (OutputAction) -> WholeOutput,
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, InputAction, WholeOutput, WholeState> {
        LiftedMiddleware(self, { $0 }, outputAction, state)
    }

    /// Lifts the input, with closures.
    @inlinable
    public func lift<WholeInput>(
        inputAction: @escaping @Sendable (WholeInput) -> InputAction?
    ) -> LiftedMiddleware<Self, WholeInput, OutputAction, State> {
        LiftedMiddleware(self, inputAction, { $0 }, { $0 })
    }

    /// Lifts the output, with closures.
    @inlinable
    public func lift<WholeOutput>(
        outputAction: @escaping @Sendable (OutputAction) -> WholeOutput
    ) -> LiftedMiddleware<Self, InputAction, WholeOutput, State> {
        LiftedMiddleware(self, { $0 }, outputAction, { $0 })
    }

    /// Lifts the state, with closures.
    @inlinable
    public func lift<WholeState>(
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, InputAction, OutputAction, WholeState> {
        LiftedMiddleware(self, { $0 }, { $0 }, state)
    }
}
