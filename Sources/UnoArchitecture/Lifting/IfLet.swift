extension Interactors {
    /// A parent with a child on a part of its state that can be absent; made by `ifLet` and `ifCaseLet`.
    public struct IfLet<Parent: Interactor, Child: Interactor>: Interactor, GraphPart {
        public typealias DomainState = Parent.DomainState
        public typealias Action = Parent.Action

        @usableFromInline let parent: Parent
        @usableFromInline let child: Child
        @usableFromInline let route: ScopeRoute<DomainState, Action, Child.DomainState, Child.Action>

        @inlinable
        init(
            _ parent: Parent,
            _ slice: Slice<DomainState, Child.DomainState>,
            _ identity: Identity<Child.DomainState>?,
            _ action: AnyCasePath<Action, Child.Action>,
            _ site: CallSite,
            _ child: Child
        ) {
            self.parent = parent
            self.child = child
            self.route = ScopeRoute(slice: slice, identity: identity, action: action, site: site)
        }

        public var initialValue: DomainState { parent.initialValue }

        public func interact(_ upstream: AsyncStream<Action>) -> AsyncStream<DomainState> {
            HostedStream.states(of: self, upstream: upstream)
        }

        package var hasStatefulPart: Bool { true }

        package var bringsInitialValue: Bool { GraphParts.bringsInitialValue(parent) }

        package var initialValueSource: any Interactor<DomainState, Action> {
            GraphParts.initialValueSource(of: parent)
        }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            ScopeNode(context, parent: GraphParts.makeNode(parent, in: context), route: route, child: child)
        }
    }
}

extension Interactor {
    /// Attaches a child that works on an optional part of this interactor's state while the part is there.
    ///
    /// - *Order*: the child handles its action first, then this interactor sees it, too.
    /// - *Lifetime*: the child lives while the part is there. When it goes, the child's effects are cancelled, and
    ///   nothing that they send arrives any more.
    /// - *Identity*: a part of an `Identifiable` type that gets another id is another child, which starts in place of the
    ///   old one, even if the child itself has changed the id. Without an id, a part that is replaced within one step is
    ///   the same child.
    /// - *Misuse*: an action for a child that is not there is reported, and this interactor sees it.
    @inlinable
    public func ifLet<PartState, PartAction, Child: Interactor<PartState, PartAction>>(
        _ state: any WritableKeyPath<DomainState, PartState?> & Sendable,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> run child: () -> Child
    ) -> Interactors.IfLet<Self, Child> where Action: CasePathable {
        Interactors.IfLet(self, Slice(unwrapping: state), nil, AnyCasePath(action), CallSite(fileID, line), child())
    }

    /// Attaches a child to an optional part, which is another child when `id` changes; see
    /// ``ifLet(_:action:fileID:line:run:)``.
    ///
    /// - Parameter id: takes the place of the id of an `Identifiable` part.
    @inlinable
    public func ifLet<PartState, PartAction, ID: Hashable & Sendable, Child: Interactor<PartState, PartAction>>(
        _ state: any WritableKeyPath<DomainState, PartState?> & Sendable,
        action: CaseKeyPath<Action, PartAction>,
        id: any KeyPath<PartState, ID> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> run child: () -> Child
    ) -> Interactors.IfLet<Self, Child> where Action: CasePathable {
        Interactors.IfLet(
            self,
            Slice(unwrapping: state),
            Identity(id),
            AnyCasePath(action),
            CallSite(fileID, line),
            child()
        )
    }

    /// Attaches a child that works on the value of a case of this interactor's state; see ``ifLet(_:action:fileID:line:run:)``.
    @inlinable
    public func ifCaseLet<PartState, PartAction, Child: Interactor<PartState, PartAction>>(
        _ state: CaseKeyPath<DomainState, PartState>,
        action: CaseKeyPath<Action, PartAction>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> run child: () -> Child
    ) -> Interactors.IfLet<Self, Child> where DomainState: CasePathable, Action: CasePathable {
        Interactors.IfLet(self, Slice(AnyCasePath(state)), nil, AnyCasePath(action), CallSite(fileID, line), child())
    }

    /// Attaches a child to the value of a case, which is another child when `id` changes; see
    /// ``ifLet(_:action:id:fileID:line:run:)``.
    @inlinable
    public func ifCaseLet<PartState, PartAction, ID: Hashable & Sendable, Child: Interactor<PartState, PartAction>>(
        _ state: CaseKeyPath<DomainState, PartState>,
        action: CaseKeyPath<Action, PartAction>,
        id: any KeyPath<PartState, ID> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<PartState, PartAction> run child: () -> Child
    ) -> Interactors.IfLet<Self, Child> where DomainState: CasePathable, Action: CasePathable {
        Interactors.IfLet(
            self,
            Slice(AnyCasePath(state)),
            Identity(id),
            AnyCasePath(action),
            CallSite(fileID, line),
            child()
        )
    }
}
