public import UnoArchitecture

/// A state machine whose state is a slice of its parent's, written before the parent's own ``StateMachine/transitions``.
///
/// ```swift
/// var body: some InteractorOf<Self> {
///     NestedStateMachine(
///         state: \State.counter,
///         toChildAction: { (action: Action) in
///             if case .input(.counterIncrement) = action { .input(.increment) } else { nil }
///         },
///         fromChildAction: { (action: Counter.Action) in
///             if case .ioResult(let result) = action { Action.ioResult(.counter(result)) } else { nil }
///         },
///         child: counter
///     )
///     transitions
/// }
/// ```
///
/// - *Order*: the child steps where it is written; the other parts of the body see the same action.
/// - *States*: when the child emits, the parent's state is emitted, with the child's state in it.
/// - *Results* of the child's effects become actions of the parent, through `fromChildAction`, and reach the child from
///   there, through `toChildAction`. A result for which `fromChildAction` returns nil is reported, once, and dropped.
/// - *Lifetime*: a child whose state is an optional or a case lives while that state is present. When it becomes absent, the
///   child's effects are cancelled and none of their results arrives. An action for an absent child is reported.
/// - *Identity*: a change of the state's id, either that of an `Identifiable` type or the property that `id` names, replaces
///   the child: the old child ends as if its state had become absent.
public struct NestedStateMachine<DomainState: Sendable, Action: Sendable, Child: StateMachine>: Interactor, GraphPart,
    DescribedPart
{
    @usableFromInline let child: Child
    @usableFromInline let route: ScopeRoute<DomainState, Action, Child.State, Child.Action>

    @inlinable
    init(
        _ child: Child, _ slice: Slice<DomainState, Child.State>, _ identity: Identity<Child.State>?,
        _ toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        _ fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        _ site: CallSite
    ) {
        self.child = child
        self.route = ScopeRoute(
            slice: slice,
            identity: identity,
            toPart: toChildAction,
            feedback: { whole, token in whole.forwarding(fromChildAction, token, Child.self, site) },
            site: site
        )
    }

    /// Makes a machine on a property of the parent's state.
    ///
    /// - Parameters:
    ///   - state: the path to the child's state.
    ///   - id: takes the place of the id of an `Identifiable` state: when this property of the child's state changes, or one
    ///     of several, a new child replaces the old one.
    ///   - toChildAction: returns the child's action for an action of the parent; nil if there is none.
    ///   - fromChildAction: returns the parent's action for an action of the child, which is a result of one of its effects;
    ///     nil, which is reported, if there is none.
    ///   - child: the child, with its dependencies.
    @inlinable
    public init<each ID: Hashable & Sendable>(
        state: any WritableKeyPath<DomainState, Child.State> & Sendable,
        id: repeat any KeyPath<Child.State, each ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(child, Slice(state), Identity(repeat each id), toChildAction, fromChildAction, CallSite(fileID, line))
    }

    /// Makes a machine on an optional property of the parent's state.
    @inlinable
    public init<each ID: Hashable & Sendable>(
        state: any WritableKeyPath<DomainState, Child.State?> & Sendable,
        id: repeat any KeyPath<Child.State, each ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(
            child, Slice(unwrapping: state), Identity(repeat each id), toChildAction, fromChildAction,
            CallSite(fileID, line))
    }

    /// Makes a machine on a case of the parent's state.
    @inlinable
    public init<each ID: Hashable & Sendable>(
        state: CaseKeyPath<DomainState, Child.State>,
        id: repeat any KeyPath<Child.State, each ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where DomainState: CasePathable {
        self.init(
            child,
            Slice(AnyCasePath(state)),
            Identity(repeat each id),
            toChildAction,
            fromChildAction,
            CallSite(fileID, line)
        )
    }

    /// Makes a machine on a property of the parent's state; `child` is called once, at once.
    @inlinable
    public init<each ID: Hashable & Sendable>(
        state: any WritableKeyPath<DomainState, Child.State> & Sendable,
        id: repeat any KeyPath<Child.State, each ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: () -> Child,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let (id, site) = (Identity(repeat each id), CallSite(fileID, line))
        self.init(child(), Slice(state), id, toChildAction, fromChildAction, site)
    }

    /// Makes a machine on an optional property of the parent's state; `child` is called once, at once.
    @inlinable
    public init<each ID: Hashable & Sendable>(
        state: any WritableKeyPath<DomainState, Child.State?> & Sendable,
        id: repeat any KeyPath<Child.State, each ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: () -> Child,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        let (id, site) = (Identity(repeat each id), CallSite(fileID, line))
        self.init(child(), Slice(unwrapping: state), id, toChildAction, fromChildAction, site)
    }

    /// Makes a machine on a case of the parent's state; `child` is called once, at once.
    @inlinable
    public init<each ID: Hashable & Sendable>(
        state: CaseKeyPath<DomainState, Child.State>,
        id: repeat any KeyPath<Child.State, each ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: () -> Child,
        fileID: StaticString = #fileID, line: UInt = #line
    ) where DomainState: CasePathable {
        let (id, site) = (Identity(repeat each id), CallSite(fileID, line))
        self.init(child(), Slice(AnyCasePath(state)), id, toChildAction, fromChildAction, site)
    }

    /// Traps: the state belongs to the parent.
    public var initialValue: DomainState {
        fatalError(
            """
            \(route.site.fileID):\(route.site.line): no part of the body provides the initial \(DomainState.self): \
            add the parent's transitions beside its nested machines
            """
        )
    }

    /// The states of the machine's graph, hosted by the stream that is returned.
    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        HostedStream.states(of: self, upstream: upstream)
    }

    package var outline: PartOutline { route.outline }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    /// The child gets its actions, starts and ends in ``ScopeNode``.
    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        ScopeNode(context, route: route).embed(child, in: context)
    }
}
