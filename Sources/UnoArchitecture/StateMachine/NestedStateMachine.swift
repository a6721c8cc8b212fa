/// A state machine on a slice of its parent's state, written before the parent's own ``StateMachine/transitions``.
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
/// - *States*: what the child emits is the parent's state, with the child's slice in it.
/// - *Results* of the child's effects become actions of the parent, through `fromChildAction`, and come to the child from
///   there, through `toChildAction`. One without a counterpart is reported, once, and dropped.
/// - *Lifetime*: a child in an optional or a case lives while that is there. When it goes, the child's effects are cancelled
///   and none of their results arrives. An action for a child that is not there is reported.
/// - *Identity*: a state with another id, be it that of an `Identifiable` type or the property that `id` names, is another
///   child's: the old one ends as if it had gone.
public struct NestedStateMachine<DomainState: Sendable, Action: Sendable, Child: StateMachine>: Interactor, GraphPart {
    @usableFromInline let child: Child
    @usableFromInline let route: ScopeRoute<DomainState, Action, Child.State, Child.Action>

    @inlinable
    init(
        _ slice: Slice<DomainState, Child.State>,
        _ identity: Identity<Child.State>?,
        _ toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        _ fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        _ site: CallSite,
        _ child: Child
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

    /// A machine on a property of its parent's state.
    ///
    /// - Parameters:
    ///   - state: where the child's state lies.
    ///   - toChildAction: what a parent's action means to the child; nil if nothing.
    ///   - fromChildAction: what a result of the child is to the parent; nil if nothing, which is reported.
    ///   - child: the machine, a value, so that it brings its dependencies.
    @inlinable
    public init(
        state: any WritableKeyPath<DomainState, Child.State> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Slice(state), nil, toChildAction, fromChildAction, CallSite(fileID, line), child)
    }

    /// A machine on a property of its parent's state; another one when `id` changes.
    @inlinable
    public init<ID: Hashable & Sendable>(
        state: any WritableKeyPath<DomainState, Child.State> & Sendable,
        id: any KeyPath<Child.State, ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Slice(state), Identity(id), toChildAction, fromChildAction, CallSite(fileID, line), child)
    }

    /// A machine on an optional property of its parent's state.
    @inlinable
    public init(
        state: any WritableKeyPath<DomainState, Child.State?> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(Slice(unwrapping: state), nil, toChildAction, fromChildAction, CallSite(fileID, line), child)
    }

    /// A machine on an optional property of its parent's state; another one when `id` changes.
    @inlinable
    public init<ID: Hashable & Sendable>(
        state: any WritableKeyPath<DomainState, Child.State?> & Sendable,
        id: any KeyPath<Child.State, ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(
            Slice(unwrapping: state),
            Identity(id),
            toChildAction,
            fromChildAction,
            CallSite(fileID, line),
            child
        )
    }

    /// A machine on a case of its parent's state.
    @inlinable
    public init(
        state: CaseKeyPath<DomainState, Child.State>,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where DomainState: CasePathable {
        self.init(Slice(AnyCasePath(state)), nil, toChildAction, fromChildAction, CallSite(fileID, line), child)
    }

    /// A machine on a case of its parent's state; another one when `id` changes.
    @inlinable
    public init<ID: Hashable & Sendable>(
        state: CaseKeyPath<DomainState, Child.State>,
        id: any KeyPath<Child.State, ID> & Sendable,
        toChildAction: @escaping @Sendable (Action) -> Child.Action?,
        fromChildAction: @escaping @Sendable (Child.Action) -> Action?,
        child: Child,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where DomainState: CasePathable {
        self.init(
            Slice(AnyCasePath(state)),
            Identity(id),
            toChildAction,
            fromChildAction,
            CallSite(fileID, line),
            child
        )
    }

    /// Traps: the state is the parent's.
    public var initialValue: DomainState {
        fatalError(
            """
            \(route.site.fileID):\(route.site.line): a nested machine works on \(DomainState.self), which no part brings: \
            put the parent's transitions beside it
            """
        )
    }

    public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
        HostedStream.states(of: self, upstream: upstream)
    }

    package var hasStatefulPart: Bool { true }

    package var bringsInitialValue: Bool { false }

    package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
        ScopeNode(context, route: route, child: child)
    }
}
