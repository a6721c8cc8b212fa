public import UnoArchitecture

/// Carries out the changes that controls send in the case `binding` of an action, each a ``BindingAction``, and emits the state.
///
/// ```swift
/// var body: some InteractorOf<Self> {
///     BindingInteractor()
///     Interact(initialValue: State()) { state, action in ... }
/// }
/// ```
///
/// - *State*: it works on the state of another part.
/// - *Order*: the part behind it in its scope sees the field already changed, and gets the action as well. The two emit one
///   state, whatever that part returns. A condition, a loop, a body or an erased type around one of them changes nothing;
///   see the article *Contract*. With no part behind it, or with a stream transformer in that part, it emits the state by
///   itself.
///
/// To act on the change of a field, whoever changes it, use `onChange(of:handler:)`.
public struct BindingInteractor<DomainState: Sendable, Action: Sendable>: Interactor, GraphPart {
    let extract: @Sendable (Action) -> BindingAction<DomainState>?

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

    @usableFromInline
    init(_ path: AnyCasePath<Action, BindingAction<DomainState>>) {
        extract = path.extractValue
    }

    /// Traps: another part must declare the state.
    public var initialValue: DomainState {
        fatalError("BindingInteractor works on \(DomainState.self), which no part brings: put an Interact beside it")
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        #if DEBUG
            BindingUse.bind(DomainState.self)
        #endif
        let (scope, extract) = (context.scope, extract)
        let step = scope.makeStep { state, action in
            guard let change = extract(action) else { return .none }
            change.apply(to: &state)
            return .state
        }
        return JoiningNode(engine: context.engine, step: step) { next in
            { action in
                guard scope.isOpen, let change = extract(action) else { return next.step(action) }
                scope.modify { change.apply(to: &$0) }
                scope.emitter.requestEmission()
                if next.maySuspend { scope.then(action, next.step) } else { next.step(action) }
            }
        }
    }
}
