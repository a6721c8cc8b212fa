/// Carries out the changes that controls send in the case `binding` of an action, and emits the state.
///
/// ```swift
/// var body: some InteractorOf<Self> {
///     BindingInteractor()
///     Interact(initialValue: State()) { state, action in ... }
/// }
/// ```
///
/// - *State*: it works on the state of another part.
/// - *Order*: the part behind it in the body sees the field already changed, and gets the action as well. The two emit one
///   state, whatever that part returns. At the end of a body, it emits the state by itself.
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

    init(extract: @escaping @Sendable (Action) -> BindingAction<DomainState>?) {
        self.extract = extract
    }

    /// Traps: another part must declare the state.
    public var initialValue: DomainState {
        fatalError("BindingInteractor works on \(DomainState.self), which no part brings: put an Interact beside it")
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        Node(
            engine: context.engine,
            step: context.scope.makeStep { [extract] state, action in
                guard let change = extract(action) else { return .none }
                change.apply(to: &state)
                return .state
            }
        )
    }
}

extension Interactors {
    /// A ``BindingInteractor`` and the part behind it, which emit one state; made by ``InteractorBuilder``.
    public struct Bound<Base: Interactor>: Interactor, WrappingPart {
        package let base: Base
        let extract: @Sendable (Base.Action) -> BindingAction<Base.DomainState>?

        package var hasStatefulPart: Bool { true }

        package func makeNode(
            in context: NodeContext<Base.DomainState, Base.Action>
        ) -> Node<Base.DomainState, Base.Action> {
            let (node, registered) = context.engine.registering { GraphParts.makeNode(base, in: context) }
            return BoundNode(context, base: node, extract: extract, emitsFirst: registered.hasBridges)
        }
    }
}

extension InteractorBuilder {
    /// A `BindingInteractor` and the part behind it.
    public static func buildPartialBlock<Next: Interactor<DomainState, Action>>(
        accumulated: BindingInteractor<DomainState, Action>,
        next: Next
    ) -> Interactors.Bound<Next> {
        Interactors.Bound(base: next, extract: accumulated.extract)
    }

    /// A `BindingInteractor` behind other parts, and the part behind it.
    public static func buildPartialBlock<First: Interactor<DomainState, Action>, Next: Interactor<DomainState, Action>>(
        accumulated: Interactors.Merge<First, BindingInteractor<DomainState, Action>>,
        next: Next
    ) -> Interactors.Merge<First, Interactors.Bound<Next>> {
        Interactors.Merge(accumulated.first, buildPartialBlock(accumulated: accumulated.second, next: next))
    }

    /// Two `BindingInteractor`s, for two cases: one for both.
    public static func buildPartialBlock(
        accumulated: BindingInteractor<DomainState, Action>,
        next: BindingInteractor<DomainState, Action>
    ) -> BindingInteractor<DomainState, Action> {
        BindingInteractor(extract: { [first = accumulated.extract, second = next.extract] in first($0) ?? second($0) })
    }

    /// Two `BindingInteractor`s behind other parts.
    public static func buildPartialBlock<First: Interactor<DomainState, Action>>(
        accumulated: Interactors.Merge<First, BindingInteractor<DomainState, Action>>,
        next: BindingInteractor<DomainState, Action>
    ) -> Interactors.Merge<First, BindingInteractor<DomainState, Action>> {
        Interactors.Merge(accumulated.first, buildPartialBlock(accumulated: accumulated.second, next: next))
    }
}

/// Changes a field before its base handles the action.
final class BoundNode<State: Sendable, Action: Sendable>: Node<State, Action> {
    private let base: Node<State, Action>

    /// - Parameter emitsFirst: whether the base may suspend the step, which then must have no pending emission.
    init(
        _ context: NodeContext<State, Action>,
        base: Node<State, Action>,
        extract: @escaping (Action) -> BindingAction<State>?,
        emitsFirst: Bool
    ) {
        self.base = base
        let (scope, baseStep) = (context.scope, base.step)
        super.init(engine: context.engine) { action in
            guard let change = extract(action) else { return baseStep(action) }
            scope.modify { change.apply(to: &$0) }
            scope.emitter.needsEmission = true
            guard emitsFirst else { return baseStep(action) }
            scope.settle()
            scope.engine.whenSettled { baseStep(action) }
        }
    }

    override func start() { base.start() }

    override func stop() { base.stop() }
}
