extension Interactors {
    /// A parent with an embedded child that has a scope of its own; made by `.when(stateIs:actionIs:stateAction:run:)`.
    public struct When<Parent: Interactor, Child: Interactor>: Interactor, GraphPart {
        public typealias DomainState = Parent.DomainState
        public typealias Action = Parent.Action

        @usableFromInline let parent: Parent
        @usableFromInline let child: Child
        @usableFromInline let route: WhenRoute<Parent.DomainState, Parent.Action, Child.DomainState, Child.Action>

        @usableFromInline
        init(
            parent: Parent,
            child: Child,
            route: WhenRoute<Parent.DomainState, Parent.Action, Child.DomainState, Child.Action>
        ) {
            self.parent = parent
            self.child = child
            self.route = route
        }

        public var initialValue: DomainState { parent.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { GraphParts.hasStatefulPart(parent) }

        package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(parent) }

        package var initialValueSource: any Interactor<DomainState, Action> {
            GraphParts.initialValueSource(of: parent)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            WhenNode(
                context,
                parent: GraphParts.makeNode(parent, in: context),
                route: route,
                child: child
            )
        }
    }
}

/// Whether a parent sees the actions that are for its child.
@frozen
public enum ChildActions: Sendable, Hashable {
    /// The child's actions end at the child.
    case consumed
    /// The parent handles the original after the child's state actions.
    case forwarded
}

extension Interactor {
    /// Embeds a child that owns a slice of this interactor's actions and proposes its states back.
    ///
    /// The slice `stateIs` is the truth: the child starts each step from it, or from its own last state while the
    /// slice is absent. Each state that the child emits comes back as `stateAction` **within the same step**, and this
    /// interactor decides whether to store it. Other actions pass through. The child's effects end when the slice goes.
    ///
    /// - *State*: a slice that was there and goes, whichever part of this interactor takes it away, drops the child's state:
    ///   the next child action starts from the initial value. Between two parts of one child in one step the slice is not
    ///   read again: the second steps on what the first has left, whatever this interactor stored.
    /// - *Identity*: a slice of an `Identifiable` type that gets another id is another child's: the old one's effects end,
    ///   and the new one starts when the step of the old one is over. Who changes the id does not matter. A child that
    ///   lives while the slice is absent keeps its life if the slice comes with the id of the child's state.
    ///
    /// - Parameters:
    ///   - state: where the child's state lies in this interactor's state.
    ///   - action: the case that holds the child's actions.
    ///   - stateAction: the case that brings the child's states.
    ///   - childActions: whether this interactor sees the child's actions as well.
    @inlinable
    public func when<ChildState, ChildAction, Child: Interactor<ChildState, ChildAction>>(
        stateIs state: any WritableKeyPath<DomainState, ChildState> & Sendable,
        actionIs action: CaseKeyPath<Action, ChildAction>,
        stateAction: CaseKeyPath<Action, ChildState>,
        childActions: ChildActions = .consumed,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<ChildState, ChildAction> run child: () -> Child
    ) -> Interactors.When<Self, Child> where Action: CasePathable {
        when(
            Slice(state),
            nil,
            AnyCasePath(action),
            AnyCasePath(stateAction),
            childActions,
            CallSite(fileID, line),
            child()
        )
    }

    /// Embeds a child that is another one when `id` of its state changes; see the form without it.
    ///
    /// - Parameter id: takes the place of the id of an `Identifiable` state.
    @inlinable
    public func when<ChildState, ChildAction, ID: Hashable & Sendable, Child: Interactor<ChildState, ChildAction>>(
        stateIs state: any WritableKeyPath<DomainState, ChildState> & Sendable,
        actionIs action: CaseKeyPath<Action, ChildAction>,
        stateAction: CaseKeyPath<Action, ChildState>,
        id: any KeyPath<ChildState, ID> & Sendable,
        childActions: ChildActions = .consumed,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<ChildState, ChildAction> run child: () -> Child
    ) -> Interactors.When<Self, Child> where Action: CasePathable {
        when(
            Slice(state),
            Identity(id),
            AnyCasePath(action),
            AnyCasePath(stateAction),
            childActions,
            CallSite(fileID, line),
            child()
        )
    }

    /// Embeds a child whose state is a case of this interactor's state; see the form for key paths.
    ///
    /// A child action that arrives while the state is in another case starts the child from its initial value.
    @inlinable
    public func when<ChildState, ChildAction, Child: Interactor<ChildState, ChildAction>>(
        stateIs state: CaseKeyPath<DomainState, ChildState>,
        actionIs action: CaseKeyPath<Action, ChildAction>,
        stateAction: CaseKeyPath<Action, ChildState>,
        childActions: ChildActions = .consumed,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<ChildState, ChildAction> run child: () -> Child
    ) -> Interactors.When<Self, Child> where DomainState: CasePathable, Action: CasePathable {
        when(
            Slice(AnyCasePath(state)),
            nil,
            AnyCasePath(action),
            AnyCasePath(stateAction),
            childActions,
            CallSite(fileID, line),
            child()
        )
    }

    /// Embeds a child in a case that is another one when `id` of its state changes; see the form without it.
    @inlinable
    public func when<ChildState, ChildAction, ID: Hashable & Sendable, Child: Interactor<ChildState, ChildAction>>(
        stateIs state: CaseKeyPath<DomainState, ChildState>,
        actionIs action: CaseKeyPath<Action, ChildAction>,
        stateAction: CaseKeyPath<Action, ChildState>,
        id: any KeyPath<ChildState, ID> & Sendable,
        childActions: ChildActions = .consumed,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<ChildState, ChildAction> run child: () -> Child
    ) -> Interactors.When<Self, Child> where DomainState: CasePathable, Action: CasePathable {
        when(
            Slice(AnyCasePath(state)),
            Identity(id),
            AnyCasePath(action),
            AnyCasePath(stateAction),
            childActions,
            CallSite(fileID, line),
            child()
        )
    }

    @inlinable
    func when<Child: Interactor>(
        _ slice: Slice<DomainState, Child.DomainState>,
        _ identity: Identity<Child.DomainState>?,
        _ action: AnyCasePath<Action, Child.Action>,
        _ stateAction: AnyCasePath<Action, Child.DomainState>,
        _ childActions: ChildActions,
        _ site: CallSite,
        _ child: Child
    ) -> Interactors.When<Self, Child> {
        Interactors.When(
            parent: self,
            child: child,
            route: WhenRoute(
                slice: slice,
                identity: identity,
                action: action,
                stateAction: stateAction,
                childActions: childActions,
                site: site
            )
        )
    }
}
