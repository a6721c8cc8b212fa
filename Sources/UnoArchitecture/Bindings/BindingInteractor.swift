/// Carries out the changes that controls send in the case `binding` of an action, and emits the state.
///
/// ```swift
/// var body: some InteractorOf<Self> {
///     BindingInteractor()
///     Interact(initialValue: State()) { state, action in ... }
/// }
/// ```
///
/// It works on the state of another part. A part behind it in the body sees the field already changed, and gets the action
/// as well. To act on the change of a field, whoever changes it, use ``Interactor/onChange(of:handler:)``.
public struct BindingInteractor<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    @usableFromInline let reducer: Reducer<Action, DomainState>

    /// Creates an interactor for the case `binding`.
    @inlinable
    public init() where Action: CasePathable, Action.AllCasePaths: BindingCasePaths<Action, DomainState> {
        self.init(Action.allCasePaths.binding)
    }

    /// Creates an interactor for another case, or for a case inside a case.
    @inlinable
    public init(action: CaseKeyPath<Action, BindingAction<DomainState>>) where Action: CasePathable {
        self.init(AnyCasePath(action))
    }

    @inlinable
    init(_ path: AnyCasePath<Action, BindingAction<DomainState>>) {
        reducer = Reducer { [extract = path.extractValue] action, state in
            guard let change = extract(action) else { return false }
            change.apply(to: &state)
            return true
        }
    }

    /// Traps: another part must declare the state.
    public var initialValue: DomainState {
        fatalError("BindingInteractor works on \(DomainState.self), which no part brings: put an Interact beside it")
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        reducer.makeNode(in: context)
    }
}
