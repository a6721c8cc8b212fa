extension Reducer {
    /// The one way to lift: where the action is found in the whole's, and where the state lies.
    ///
    /// An action that is not for the part costs the question, and nothing is emitted for it.
    @inlinable
    func lifted<WholeAction, WholeState>(
        _ extract: @escaping @Sendable (WholeAction) -> Action?,
        _ slice: Slice<WholeState, State>
    ) -> Reducer<WholeAction, WholeState> {
        Reducer<WholeAction, WholeState> { [run, modify = slice.modify] action, whole in
            guard let part = extract(action) else { return false }
            var wasForPart = false
            modify(&whole) { wasForPart = run(part, &$0) }
            return wasForPart
        }
    }

    // MARK: Closures

    /// Lifts with closures. The part's state is got and set: key paths change it in its place.
    @inlinable
    public func lift<WholeAction, WholeState>(
        actionGetter: @escaping @Sendable (WholeAction) -> Action?,
        stateGetter: @escaping @Sendable (WholeState) -> State,
        stateSetter: @escaping @Sendable (inout WholeState, State) -> Void
    ) -> Reducer<WholeAction, WholeState> {
        lifted(actionGetter, Slice(get: stateGetter, set: stateSetter))
    }

    /// Lifts the action only.
    @inlinable
    public func lift<WholeAction>(
        actionGetter: @escaping @Sendable (WholeAction) -> Action?
    ) -> Reducer<WholeAction, State> {
        lifted(actionGetter, .whole)
    }

    /// Lifts the state only.
    @inlinable
    public func lift<WholeState>(
        stateGetter: @escaping @Sendable (WholeState) -> State,
        stateSetter: @escaping @Sendable (inout WholeState, State) -> Void
    ) -> Reducer<Action, WholeState> {
        lifted({ $0 }, Slice(get: stateGetter, set: stateSetter))
    }

    // MARK: Key paths

    /// Lifts with a key path to an optional action, as `@CasePathable` with `@dynamicMemberLookup` gives it.
    ///
    /// Complexity: a look-up of the key path for each of the whole's actions; the forms for case paths have none.
    @inlinable
    public func lift<WholeAction, WholeState>(
        action: any KeyPath<WholeAction, Action?> & Sendable,
        state: any WritableKeyPath<WholeState, State> & Sendable
    ) -> Reducer<WholeAction, WholeState> {
        lifted({ $0[keyPath: action] }, Slice(state))
    }

    /// Lifts the action only.
    @inlinable
    public func lift<WholeAction>(
        action: any KeyPath<WholeAction, Action?> & Sendable
    ) -> Reducer<WholeAction, State> {
        lifted({ $0[keyPath: action] }, .whole)
    }

    /// Lifts the state only.
    @inlinable
    public func lift<WholeState>(
        state: any WritableKeyPath<WholeState, State> & Sendable
    ) -> Reducer<Action, WholeState> {
        lifted({ $0 }, Slice(state))
    }

    // MARK: Case paths

    /// Lifts with the case that holds the action.
    @inlinable
    public func lift<WholeAction: CasePathable, WholeState>(
        action: CaseKeyPath<WholeAction, Action>,
        state: any WritableKeyPath<WholeState, State> & Sendable
    ) -> Reducer<WholeAction, WholeState> {
        lifted(AnyCasePath(action).extractValue, Slice(state))
    }

    /// Lifts with the cases that hold the action and the state; while the whole is in another case, nothing is for it.
    @inlinable
    public func lift<WholeAction: CasePathable, WholeState: CasePathable>(
        action: CaseKeyPath<WholeAction, Action>,
        state: CaseKeyPath<WholeState, State>
    ) -> Reducer<WholeAction, WholeState> {
        lifted(AnyCasePath(action).extractValue, Slice(AnyCasePath(state)))
    }

    /// Lifts the action only.
    @inlinable
    public func lift<WholeAction: CasePathable>(
        action: CaseKeyPath<WholeAction, Action>
    ) -> Reducer<WholeAction, State> {
        lifted(AnyCasePath(action).extractValue, .whole)
    }
}
