/// The forms for key paths and case paths that are values; see the ones with closures.
extension MiddlewareProtocol {
    /// Lifts the input, the output and the state, with key paths and case paths.
    @inlinable
    public func lift<WholeInput, WholeOutput: CasePathable, WholeState>(
        inputAction: any KeyPath<WholeInput, InputAction?> & Sendable,
        outputAction: CaseKeyPath<WholeOutput, OutputAction>,
        state: any KeyPath<WholeState, State> & Sendable
    ) -> LiftedMiddleware<Self, WholeInput, WholeOutput, WholeState> {
        LiftedMiddleware(
            self,
            { $0[keyPath: inputAction] },
            AnyCasePath(outputAction).embedValue,
            { $0[keyPath: state] }
        )
    }

    /// Lifts the input and the output, with key paths and case paths.
    @inlinable
    public func lift<WholeInput, WholeOutput: CasePathable>(
        inputAction: any KeyPath<WholeInput, InputAction?> & Sendable,
        outputAction: CaseKeyPath<WholeOutput, OutputAction>
    ) -> LiftedMiddleware<Self, WholeInput, WholeOutput, State> {
        LiftedMiddleware(self, { $0[keyPath: inputAction] }, AnyCasePath(outputAction).embedValue, { $0 })
    }

    /// Lifts the input and the state, with key paths and case paths.
    @inlinable
    public func lift<WholeInput, WholeState>(
        inputAction: any KeyPath<WholeInput, InputAction?> & Sendable,
        state: any KeyPath<WholeState, State> & Sendable
    ) -> LiftedMiddleware<Self, WholeInput, OutputAction, WholeState> {
        LiftedMiddleware(self, { $0[keyPath: inputAction] }, { $0 }, { $0[keyPath: state] })
    }

    /// Lifts the output and the state, with key paths and case paths.
    @inlinable
    public func lift<WholeOutput: CasePathable, WholeState>(
        outputAction: CaseKeyPath<WholeOutput, OutputAction>,
        state: any KeyPath<WholeState, State> & Sendable
    ) -> LiftedMiddleware<Self, InputAction, WholeOutput, WholeState> {
        LiftedMiddleware(self, { $0 }, AnyCasePath(outputAction).embedValue, { $0[keyPath: state] })
    }

    /// Lifts the input, with key paths and case paths.
    @inlinable
    public func lift<WholeInput>(
        inputAction: any KeyPath<WholeInput, InputAction?> & Sendable
    ) -> LiftedMiddleware<Self, WholeInput, OutputAction, State> {
        LiftedMiddleware(self, { $0[keyPath: inputAction] }, { $0 }, { $0 })
    }

    /// Lifts the output, with key paths and case paths.
    @inlinable
    public func lift<WholeOutput: CasePathable>(
        outputAction: CaseKeyPath<WholeOutput, OutputAction>
    ) -> LiftedMiddleware<Self, InputAction, WholeOutput, State> {
        LiftedMiddleware(self, { $0 }, AnyCasePath(outputAction).embedValue, { $0 })
    }

    /// Lifts the state, with key paths and case paths.
    @inlinable
    public func lift<WholeState>(
        state: any KeyPath<WholeState, State> & Sendable
    ) -> LiftedMiddleware<Self, InputAction, OutputAction, WholeState> {
        LiftedMiddleware(self, { $0 }, { $0 }, { $0[keyPath: state] })
    }

    // MARK: One case for input and output

    /// Lifts everything, with the case that holds the part's actions, in and out.
    @inlinable
    public func lift<Whole: CasePathable, WholeState>(
        action: CaseKeyPath<Whole, InputAction>,
        state: any KeyPath<WholeState, State> & Sendable
    ) -> LiftedMiddleware<Self, Whole, Whole, WholeState> where InputAction == OutputAction {
        lifted(AnyCasePath(action)) { $0[keyPath: state] }
    }

    /// Lifts the actions, in and out.
    @inlinable
    public func lift<Whole: CasePathable>(
        action: CaseKeyPath<Whole, InputAction>
    ) -> LiftedMiddleware<Self, Whole, Whole, State> where InputAction == OutputAction {
        lifted(AnyCasePath(action)) { $0 }
    }

    /// Lifts everything, with a key path from the whole's action: `\AppAction.weather`, or `\AppAction.home?.weather`.
    ///
    /// Complexity: a look-up of the key path for each of the whole's actions; the form for case paths has none.
    @_disfavoredOverload
    @inlinable
    public func lift<Whole, WholeState>(
        action: any KeyPath<Whole, CaseMatch<Whole, InputAction>?> & Sendable,
        state: any KeyPath<WholeState, State> & Sendable
    ) -> LiftedMiddleware<Self, Whole, Whole, WholeState> where InputAction == OutputAction {
        lifted(action) { $0[keyPath: state] }
    }

    /// Lifts the actions, in and out, with a key path from the whole's action.
    @_disfavoredOverload
    @inlinable
    public func lift<Whole>(
        action: any KeyPath<Whole, CaseMatch<Whole, InputAction>?> & Sendable
    ) -> LiftedMiddleware<Self, Whole, Whole, State> where InputAction == OutputAction {
        lifted(action) { $0 }
    }

    @inlinable
    func lifted<Whole, WholeState>(
        _ action: any KeyPath<Whole, CaseMatch<Whole, InputAction>?> & Sendable,
        _ state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, Whole, Whole, WholeState> where InputAction == OutputAction {
        LiftedMiddleware(self, { $0[keyPath: action].map { ($0.value, $0.path.embedValue) } }, state)
    }

    @inlinable
    func lifted<Whole, WholeState>(
        _ action: AnyCasePath<Whole, InputAction>,
        _ state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, Whole, Whole, WholeState> where InputAction == OutputAction {
        LiftedMiddleware(self, action.extractValue, action.embedValue, state)
    }
}
