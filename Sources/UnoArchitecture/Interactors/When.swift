extension Interactors {
    /// A parent with an embedded child that has a scope of its own; made by `.when(stateIs:actionIs:stateAction:run:)`.
    public struct When<Parent: Interactor, Child: Interactor>: Interactor, WrappingPart, DescribedPart {
        @usableFromInline let parent: Parent
        @usableFromInline let child: Child
        @usableFromInline let route: WhenRoute<Parent.DomainState, Parent.Action, Child.DomainState, Child.Action>

        @inlinable
        init(
            _ parent: Parent,
            _ slice: Slice<Parent.DomainState, Child.DomainState>,
            _ identity: Identity<Child.DomainState>?,
            _ action: CaseKeyPath<Parent.Action, Child.Action>,
            _ stateAction: CaseKeyPath<Parent.Action, Child.DomainState>,
            _ childActions: ChildActions,
            _ site: CallSite,
            _ child: Child
        ) where Action: CasePathable {
            self.parent = parent
            self.child = child
            self.route = WhenRoute(
                slice: slice,
                identity: identity,
                action: AnyCasePath(action),
                stateAction: AnyCasePath(stateAction),
                childActions: childActions,
                site: site
            )
        }

        package var base: Parent { parent }

        package var outline: PartOutline {
            var outline = PartOutline(site: route.site, state: route.slice.path, isOptional: route.slice.canBeAbsent)
            (outline.action, outline.stateAction) = (route.action.name, route.stateAction.name)
            return outline
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            WhenNode(context, parent: GraphParts.makeNode(parent, in: context), route: route).embed(child, in: context)
        }
    }
}

/// Whether a parent sees its child's actions.
@frozen
public enum ChildActions: Sendable, Hashable {
    /// Only the child handles its actions.
    case consumed
    /// The parent handles the original action after the child's state actions.
    case forwarded
}

extension Interactor {
    /// Embeds a child that owns a slice of this interactor's actions and proposes its states back.
    ///
    /// The slice `stateIs` is the truth: the child starts each step from it, or from its own last state while the
    /// slice is absent. Each state that the child emits comes back as `stateAction` **within the same step**, and this
    /// interactor decides whether to store it. Other actions pass through. The child's effects are cancelled when the
    /// slice becomes absent.
    ///
    /// - *State*: when a present slice becomes absent, whichever part of this interactor removes it, the child's state is
    ///   dropped: the next child action starts from the initial value. Between two parts of one child in one step the slice
    ///   is not read again: the second part steps on the state that the first left, whatever this interactor stored.
    /// - *Identity*: if the slice's type is `Identifiable` and its id changes, the slice belongs to another child, whoever
    ///   changed it: the old child's effects are cancelled, and the new child starts when the old one's step ends. A child
    ///   that runs while the slice is absent continues if the slice appears with the id of the child's state.
    ///
    /// - Parameters:
    ///   - state: where the child's state lies in this interactor's state.
    ///   - action: the case that holds the child's actions.
    ///   - stateAction: the case that carries the child's states.
    ///   - id: takes the place of the id of an `Identifiable` state: when this property of the child's state changes, or one
    ///     of several, a new child replaces the old one.
    ///   - childActions: whether this interactor sees the child's actions as well.
    ///   - child: builds the child.
    @inlinable
    public func when<ChildState, ChildAction, each ID: Hashable & Sendable, Child: Interactor<ChildState, ChildAction>>(
        stateIs state: any WritableKeyPath<DomainState, ChildState> & Sendable,
        actionIs action: CaseKeyPath<Action, ChildAction>, stateAction: CaseKeyPath<Action, ChildState>,
        id: repeat any KeyPath<ChildState, each ID> & Sendable,
        childActions: ChildActions = .consumed,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<ChildState, ChildAction> run child: () -> Child
    ) -> Interactors.When<Self, Child> where Action: CasePathable {
        let (id, site) = (Identity(repeat each id), CallSite(fileID, line))
        return .init(self, Slice(state), id, action, stateAction, childActions, site, child())
    }

    /// Embeds a child whose state is a case of this interactor's state; see the form for key paths.
    ///
    /// A child action that arrives while the state is in another case starts the child from its initial value.
    @inlinable
    public func when<ChildState, ChildAction, each ID: Hashable & Sendable, Child: Interactor<ChildState, ChildAction>>(
        stateIs state: CaseKeyPath<DomainState, ChildState>,
        actionIs action: CaseKeyPath<Action, ChildAction>, stateAction: CaseKeyPath<Action, ChildState>,
        id: repeat any KeyPath<ChildState, each ID> & Sendable,
        childActions: ChildActions = .consumed,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<ChildState, ChildAction> run child: () -> Child
    ) -> Interactors.When<Self, Child> where DomainState: CasePathable, Action: CasePathable {
        let (id, site) = (Identity(repeat each id), CallSite(fileID, line))
        return .init(self, Slice(AnyCasePath(state)), id, action, stateAction, childActions, site, child())
    }
}
