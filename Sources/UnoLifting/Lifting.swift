public import UnoArchitecture

/// Runs or combines the left operand, then the right one: reducers, middlewares or ``IO``.
infix operator <> : AdditionPrecedence

/// Plain functions to pass to `lift`.
public enum Lifting {
    /// Returns its argument. Pass it for a parameter that `lift` should leave unchanged.
    @inlinable
    public static func identity<Value>(_ value: Value) -> Value { value }

    /// Ignores its argument. Pass it as `state` for a middleware that reads no state.
    @inlinable
    public static func ignore<Value>(_ value: Value) {}

    /// Converts `Never` to any type. Pass it as `outputAction` for a middleware without outputs.
    @inlinable
    public static func absurd<Value>(_ never: Never) -> Value {}
}

// MARK: Reducers

extension Reducer {
    /// Lifts the reducer of a part to a reducer of the whole.
    ///
    /// Nothing is emitted for an action that is not for the part.
    ///
    /// Complexity: a key path as `action` costs a look-up for each of the whole's actions; closures and case paths cost
    /// none.
    ///
    /// - Parameters:
    ///   - action: returns the part's action in one of the whole, or nil if the action is not for the part: a closure, or a
    ///     key path such as `\AppAction.weather`, which `@CasePathable` with `@dynamicMemberLookup` provides.
    ///   - state: where the part's state lies in the whole's.
    @inlinable
    public func lift<WholeAction, WholeState>(
        action: @escaping @Sendable (WholeAction) -> Action?,
        state: any WritableKeyPath<WholeState, State> & Sendable
    ) -> Reducer<WholeAction, WholeState> {
        lifted(action, Slice(state))
    }

    /// Lifts the reducer of a part; the getters are closures or key paths: `stateGetter` copies the part's state out of the
    /// whole, `stateSetter` puts it back.
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

    /// Lifts the state only; `stateGetter` copies the part's state out of the whole, `stateSetter` puts it back.
    @inlinable
    public func lift<WholeState>(
        stateGetter: @escaping @Sendable (WholeState) -> State,
        stateSetter: @escaping @Sendable (inout WholeState, State) -> Void
    ) -> Reducer<Action, WholeState> {
        lifted({ $0 }, Slice(get: stateGetter, set: stateSetter))
    }

    /// Lifts the action only.
    @inlinable
    public func lift<WholeAction>(
        action: @escaping @Sendable (WholeAction) -> Action?
    ) -> Reducer<WholeAction, State> {
        lifted(action, .whole)
    }

    /// Lifts the state only.
    @inlinable
    public func lift<WholeState>(
        state: any WritableKeyPath<WholeState, State> & Sendable
    ) -> Reducer<Action, WholeState> {
        lifted({ $0 }, Slice(state))
    }

    /// Lifts the reducer of a part whose actions are those of a case.
    @inlinable
    public func lift<WholeAction: CasePathable, WholeState>(
        action: CaseKeyPath<WholeAction, Action>,
        state: any WritableKeyPath<WholeState, State> & Sendable
    ) -> Reducer<WholeAction, WholeState> {
        lifted(AnyCasePath(action).extractValue, Slice(state))
    }

    /// Lifts the reducer of a part whose actions and state are those of a case each.
    ///
    /// While the whole's state is in another case, the reducer ignores every action.
    @inlinable
    public func lift<WholeAction: CasePathable, WholeState: CasePathable>(
        action: CaseKeyPath<WholeAction, Action>,
        state: CaseKeyPath<WholeState, State>
    ) -> Reducer<WholeAction, WholeState> {
        lifted(AnyCasePath(action).extractValue, Slice(AnyCasePath(state)))
    }

    /// Lifts the action only, to the case that holds it.
    @inlinable
    public func lift<WholeAction: CasePathable>(
        action: CaseKeyPath<WholeAction, Action>
    ) -> Reducer<WholeAction, State> {
        lifted(AnyCasePath(action).extractValue, .whole)
    }

    /// Lifts the reducer of a row to one of the collection's owner: an action is for the row that has its id.
    ///
    /// Nothing is emitted for an action that names no row. Of rows that share an id, the first gets the action. For rows
    /// with effects, attach a child with `forEach`.
    ///
    /// Complexity: finding the row is O(1) in an `IdentifiedArray` of rows that are identified by their `id`, and O(n) in
    /// any other collection.
    ///
    /// - Parameters:
    ///   - action: returns the row's id and its action: a closure, or a key path to a case of `IdentifiedAction`.
    ///   - stateCollection: where the rows lie in the whole's state.
    @inlinable
    public func liftToCollection<WholeAction, WholeState, Rows: RandomAccessCollection & MutableCollection & Sendable>(
        action: @escaping @Sendable (WholeAction) -> IdentifiedAction<State.ID, Action>?,
        stateCollection: any WritableKeyPath<WholeState, Rows> & Sendable
    ) -> Reducer<WholeAction, WholeState>
    where State: Identifiable, Rows.Index == Int, Rows.Element == State {
        let (keys, slice) = (RowKeys<Rows, State.ID>(id: { $0.id }), Slice(stateCollection))
        return Reducer<WholeAction, WholeState> { [run] whole, state in
            guard let part = action(whole) else { return false }
            var wasForRow = false
            slice.modify(&state) { rows in
                let position = keys.map { $0.position(of: part.id, in: rows) } ?? rows.firstIndex { $0.id == part.id }
                if let position { wasForRow = run(part.action, &rows[position]) }
            }
            return wasForRow
        }
    }

    /// Lifts the reducer of a row whose actions are those of a case.
    @inlinable
    public func liftToCollection<
        WholeAction: CasePathable, WholeState, Rows: RandomAccessCollection & MutableCollection & Sendable
    >(
        action: CaseKeyPath<WholeAction, IdentifiedAction<State.ID, Action>>,
        stateCollection: any WritableKeyPath<WholeState, Rows> & Sendable
    ) -> Reducer<WholeAction, WholeState>
    where State: Identifiable, Rows.Index == Int, Rows.Element == State {
        liftToCollection(action: AnyCasePath(action).extractValue, stateCollection: stateCollection)
    }

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
}

// MARK: Middlewares

extension MiddlewareProtocol {
    /// Lifts the middleware of a part to a middleware of the whole.
    ///
    /// To lift two of the three, lift twice: `weather.lift(inputAction: \.weather).lift(outputAction: AppAction.weather)`.
    ///
    /// - Parameters:
    ///   - inputAction: returns the part's action in one of the whole, or nil if the action is not for the part: a closure
    ///     or a key path.
    ///   - outputAction: embeds an output in an action of the whole: a closure or the name of a case.
    ///   - state: returns the part's state in the whole's: a closure or a key path.
    @inlinable
    public func lift<WholeInput, WholeOutput, WholeState>(
        inputAction: @escaping @Sendable (WholeInput) -> InputAction?,
        outputAction: @escaping @Sendable (OutputAction) -> WholeOutput,
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, WholeInput, WholeOutput, WholeState> {
        LiftedMiddleware(self, inputAction, outputAction, state)
    }

    /// Lifts the input actions only.
    @inlinable
    public func lift<WholeInput>(
        inputAction: @escaping @Sendable (WholeInput) -> InputAction?
    ) -> LiftedMiddleware<Self, WholeInput, OutputAction, State> {
        LiftedMiddleware(self, inputAction, { $0 }, { $0 })
    }

    /// Lifts the output actions only.
    @inlinable
    public func lift<WholeOutput>(
        outputAction: @escaping @Sendable (OutputAction) -> WholeOutput
    ) -> LiftedMiddleware<Self, InputAction, WholeOutput, State> {
        LiftedMiddleware(self, { $0 }, outputAction, { $0 })
    }

    /// Lifts the output actions only, to the case that holds them.
    @inlinable
    public func lift<WholeOutput: CasePathable>(
        outputAction: CaseKeyPath<WholeOutput, OutputAction>
    ) -> LiftedMiddleware<Self, InputAction, WholeOutput, State> {
        lift(outputAction: AnyCasePath(outputAction).embedValue)
    }

    /// Lifts the state only.
    @inlinable
    public func lift<WholeState>(
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, InputAction, OutputAction, WholeState> {
        LiftedMiddleware(self, { $0 }, { $0 }, state)
    }

    /// Lifts a middleware whose input and output actions are those of one case.
    @inlinable
    public func lift<Whole: CasePathable, WholeState>(
        action: CaseKeyPath<Whole, InputAction>,
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, Whole, Whole, WholeState> where InputAction == OutputAction {
        let path = AnyCasePath(action)
        return LiftedMiddleware(self, path.extractValue, path.embedValue, state)
    }

    /// Lifts the input and output actions only, to the case that holds them.
    @inlinable
    public func lift<Whole: CasePathable>(
        action: CaseKeyPath<Whole, InputAction>
    ) -> LiftedMiddleware<Self, Whole, Whole, State> where InputAction == OutputAction {
        lift(action: action, state: { $0 })
    }

    /// Lifts a middleware with a key path from the whole's action: `\AppAction.weather`, or `\AppAction.home?.weather`.
    ///
    /// Complexity: a look-up of the key path for each of the whole's actions; the form for case paths has none.
    @_disfavoredOverload
    @inlinable
    public func lift<Whole, WholeState>(
        action: any KeyPath<Whole, CaseMatch<Whole, InputAction>?> & Sendable,
        state: @escaping @Sendable (WholeState) -> State
    ) -> LiftedMiddleware<Self, Whole, Whole, WholeState> where InputAction == OutputAction {
        LiftedMiddleware(self, { $0[keyPath: action].map { ($0.value, $0.path.embedValue) } }, state)
    }

    /// Lifts the input and output actions only, with a key path from the whole's action.
    @_disfavoredOverload
    @inlinable
    public func lift<Whole>(
        action: any KeyPath<Whole, CaseMatch<Whole, InputAction>?> & Sendable
    ) -> LiftedMiddleware<Self, Whole, Whole, State> where InputAction == OutputAction {
        LiftedMiddleware(self, { $0[keyPath: action].map { ($0.value, $0.path.embedValue) } }, { $0 })
    }
}
