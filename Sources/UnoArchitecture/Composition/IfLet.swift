extension Interactors {
    /// A parent with a child on an optional part of its state; made by `ifLet` and `ifCaseLet`.
    public struct IfLet<Parent: Interactor, Child: Interactor>: Interactor, WrappingPart, DescribedPart {
        @usableFromInline package let base: Parent
        @usableFromInline let child: Child
        @usableFromInline let route: ScopeRoute<DomainState, Action, Child.DomainState, Child.Action>

        @inlinable
        init(
            _ parent: Parent,
            _ slice: Slice<DomainState, Child.DomainState>,
            _ identity: Identity<Child.DomainState>?,
            _ action: CaseKeyPath<Action, Child.Action>,
            _ site: CallSite,
            _ child: Child
        ) where Action: CasePathable {
            self.base = parent
            self.child = child
            self.route = ScopeRoute(slice: slice, identity: identity, action: AnyCasePath(action), site: site)
        }

        package var outline: PartOutline { route.outline }

        package var hasStatefulPart: Bool { true }

        /// The child starts and ends in ``ScopeNode``, as that of a `Scope` does.
        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            ScopeNode(context, parent: GraphParts.makeNode(base, in: context), route: route).embed(child, in: context)
        }
    }
}

extension Interactor {
    /// Attaches a child that works on an optional part of this interactor's state while the part is present.
    ///
    /// - *Order*: the child handles its action first, then this interactor handles it.
    /// - *Lifetime*: the child lives while the part is present. When the part becomes nil, the child's effects are
    ///   cancelled, and what they send is dropped.
    /// - *Identity*: if the part's type is `Identifiable` and its id changes, a new child replaces the old one, even if the
    ///   child itself changed the id. Without an id, a part that is replaced within one step keeps its child.
    /// - *Misuse*: an action for an absent child is reported; this interactor still handles it.
    ///
    /// - Parameters:
    ///   - state: where the part lies in this interactor's state.
    ///   - action: the case that holds the child's actions.
    ///   - id: takes the place of the id of an `Identifiable` part: when this property of the part changes, or one of several,
    ///     a new child replaces the old one.
    ///   - child: builds the child.
    @inlinable
    public func ifLet<PartState, PartAction, each ID: Hashable & Sendable, Child: Interactor<PartState, PartAction>>(
        _ state: any WritableKeyPath<DomainState, PartState?> & Sendable,
        action: CaseKeyPath<Action, PartAction>,
        id: repeat any KeyPath<PartState, each ID> & Sendable,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> run child: () -> Child
    ) -> Interactors.IfLet<Self, Child> where Action: CasePathable {
        .init(self, Slice(unwrapping: state), Identity(repeat each id), action, CallSite(fileID, line), child())
    }

    /// Attaches a child that works on the value of a case of this interactor's state; see
    /// ``ifLet(_:action:id:fileID:line:run:)``.
    @inlinable
    public func ifCaseLet<
        PartState, PartAction, each ID: Hashable & Sendable, Child: Interactor<PartState, PartAction>
    >(
        _ state: CaseKeyPath<DomainState, PartState>,
        action: CaseKeyPath<Action, PartAction>,
        id: repeat any KeyPath<PartState, each ID> & Sendable,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> run child: () -> Child
    ) -> Interactors.IfLet<Self, Child> where DomainState: CasePathable, Action: CasePathable {
        .init(self, Slice(AnyCasePath(state)), Identity(repeat each id), action, CallSite(fileID, line), child())
    }
}
