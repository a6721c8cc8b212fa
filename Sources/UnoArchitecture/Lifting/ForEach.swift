extension Interactors {
    /// A parent with a child for each row of a collection in its state; made by `forEach`.
    public struct ForEach<
        Parent: Interactor,
        Items: RandomAccessCollection & MutableCollection & Sendable,
        ID: Hashable & Sendable,
        Child: Interactor
    >: Interactor, GraphPart where Items.Index == Int, Items.Element == Child.DomainState {
        public typealias DomainState = Parent.DomainState
        public typealias Action = Parent.Action

        @usableFromInline let parent: Parent
        @usableFromInline let child: Child
        @usableFromInline let route: ForEachRoute<DomainState, Action, Items, ID, Child.Action>

        @inlinable
        init(
            _ parent: Parent,
            _ items: Slice<DomainState, Items>,
            _ id: @escaping @Sendable (Items.Element) -> ID,
            _ action: AnyCasePath<Action, IdentifiedAction<ID, Child.Action>>,
            _ site: CallSite,
            _ child: Child
        ) {
            self.parent = parent
            self.child = child
            self.route = ForEachRoute(items: items, id: id, action: action, site: site)
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
            ForEachNode(context, parent: GraphParts.makeNode(parent, in: context), route: route, child: child)
        }
    }
}

extension Interactor {
    /// Attaches a child to each row of a collection in this interactor's state.
    ///
    /// - *Order*: the row's child handles its action first, then this interactor sees it, too.
    /// - *Lifetime*: a row is known by its id, wherever it moves. When it goes, its effects are cancelled, and nothing
    ///   that they send arrives any more.
    /// - *Misuse*: an action for a row that is not there is reported; so is an id that more than one row has.
    /// - *Complexity*: an action to a row is O(1), and so is one that leaves the collection alone. Whoever else changes
    ///   the collection, be it one row in it, pays O(n) for that step: the collection is copied, and ids are compared.
    ///   Two `forEach` on one collection make each row's change cost that. A row that has not been heard of costs
    ///   an entry in an index.
    ///
    /// - Parameters:
    ///   - items: an array, or another collection that keeps its elements side by side.
    ///   - action: the case that holds a row's id and its action.
    @inlinable
    public func forEach<Items, Value, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any WritableKeyPath<DomainState, Items> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<Items.Element, RowAction> row child: () -> Child
    ) -> Interactors.ForEach<Self, Items, Items.Element.ID, Child>
    where
        Action: CasePathable, Items.Element: Identifiable,
        Value: IdentifiedActionProtocol<Items.Element.ID, RowAction>
    {
        .init(self, Slice(items), { $0.id }, AnyCasePath(action).identified(), CallSite(fileID, line), child())
    }

    /// Attaches a child to each row; the case holds `(id: ..., action: ...)`.
    ///
    /// The label differs from `action` because two forms with one label hide the compiler's messages about the child.
    @inlinable
    public func forEach<Items, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any WritableKeyPath<DomainState, Items> & Sendable,
        idAndAction action: CaseKeyPath<Action, (id: Items.Element.ID, action: RowAction)>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<Items.Element, RowAction> row child: () -> Child
    ) -> Interactors.ForEach<Self, Items, Items.Element.ID, Child>
    where Action: CasePathable, Items.Element: Identifiable {
        .init(self, Slice(items), { $0.id }, AnyCasePath(action).identified(), CallSite(fileID, line), child())
    }

    /// Attaches a child to each row of a collection whose rows are known by `id`.
    @inlinable
    public func forEach<Items, ID, Value, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any WritableKeyPath<DomainState, Items> & Sendable,
        id: any KeyPath<Items.Element, ID> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        @InteractorBuilder<Items.Element, RowAction> row child: () -> Child
    ) -> Interactors.ForEach<Self, Items, ID, Child>
    where Action: CasePathable, Value: IdentifiedActionProtocol<ID, RowAction> {
        .init(
            self,
            Slice(items),
            { $0[keyPath: id] },
            AnyCasePath(action).identified(),
            CallSite(fileID, line),
            child()
        )
    }
}

extension AnyCasePath {
    /// The path for a case that holds an ``IdentifiedAction``: this one.
    @inlinable
    func identified() -> AnyCasePath<Root, IdentifiedAction<Value.ID, Value.Action>>
    where Value: IdentifiedActionProtocol {
        Value.path(self)
    }

    /// The path for a case that holds a tuple.
    @inlinable
    func identified<ID, Action>() -> AnyCasePath<Root, IdentifiedAction<ID, Action>>
    where Value == (id: ID, action: Action) {
        AnyCasePath<Root, IdentifiedAction<ID, Action>>(
            embed: { embed((id: $0.id, action: $0.action)) },
            extract: { extract(from: $0).map { IdentifiedAction(id: $0.id, action: $0.action) } }
        )
    }
}
