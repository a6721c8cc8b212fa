extension Interactors {
    /// A parent with a child for each row of a collection in its state; made by `forEach`.
    public struct ForEach<
        Parent: Interactor,
        Items: RandomAccessCollection & MutableCollection & Sendable,
        ID: Hashable & Sendable,
        Child: Interactor
    >: Interactor, WrappingPart, DescribedPart where Items.Index == Int, Items.Element == Child.DomainState {
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

        package var base: Parent { parent }

        package var outline: PartOutline {
            PartOutline(site: route.site, state: route.path, isOptional: true, action: route.action.name)
        }

        package var hasStatefulPart: Bool { true }

        package func makeNode(in context: NodeContext<DomainState, Action>) -> Node<DomainState, Action> {
            ForEachNode(context, parent: GraphParts.makeNode(parent, in: context), route: route, child: child)
        }
    }
}

extension Interactor {
    /// Attaches a child to each row of a collection in this interactor's state.
    ///
    /// - *Order*: the row's child handles its action first, then this interactor handles it.
    /// - *Body*: the child's `body` is read once for all rows, so it should only compose; a row has its own state, not its own
    ///   body.
    /// - *Lifetime*: a row is identified by its id, wherever it moves. When it is removed, its effects are cancelled, and
    ///   what they send is dropped.
    /// - *Misuse*: an action for a missing row is reported; so is an id that more than one row has.
    /// - *Complexity*: an action for a row is O(1), and so is an action that does not change the collection. A step in which
    ///   any other part changes the collection, even one row of it, is O(n): the collection is copied and the ids are
    ///   compared. In an ``IdentifiedArray`` it is O(1) to change an element in place, unless a child of a row has children of
    ///   its own; only a step that changes the ids or their order is O(n). With two `forEach` on one collection, each change of
    ///   a row is O(n). A row without actions so far costs one entry in an index. Rows in rows: an action costs O(1) a level.
    ///
    /// - Parameters:
    ///   - items: an array, an ``IdentifiedArray``, or another collection with contiguous storage.
    ///   - action: the case that holds a row's id and action.
    ///   - child: builds the child of a row.
    @inlinable
    public func forEach<Items, Value, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any WritableKeyPath<DomainState, Items> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line,
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
    /// The label differs from `action` because the compiler hides errors in the child when two overloads share a label.
    @inlinable
    public func forEach<Items, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any WritableKeyPath<DomainState, Items> & Sendable,
        idAndAction action: CaseKeyPath<Action, (id: Items.Element.ID, action: RowAction)>,
        fileID: StaticString = #fileID, line: UInt = #line,
        @InteractorBuilder<Items.Element, RowAction> row child: () -> Child
    ) -> Interactors.ForEach<Self, Items, Items.Element.ID, Child>
    where Action: CasePathable, Items.Element: Identifiable {
        .init(self, Slice(items), { $0.id }, AnyCasePath(action).identified(), CallSite(fileID, line), child())
    }

    /// Attaches a child to each row of a collection whose rows are identified by `id`.
    @inlinable
    public func forEach<Items, ID, Value, RowAction, Child: Interactor<Items.Element, RowAction>>(
        _ items: any WritableKeyPath<DomainState, Items> & Sendable,
        id: any KeyPath<Items.Element, ID> & Sendable,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line,
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
    /// The path for a case that holds an ``IdentifiedAction``.
    @inlinable
    package func identified() -> AnyCasePath<Root, IdentifiedAction<Value.ID, Value.Action>>
    where Value: IdentifiedActionProtocol {
        Value.path(self)
    }

    /// The path for a case that holds a tuple.
    @inlinable
    func identified<ID, Action>() -> AnyCasePath<Root, IdentifiedAction<ID, Action>>
    where Value == (id: ID, action: Action) {
        AnyCasePath<Root, IdentifiedAction<ID, Action>>(
            embed: { embed((id: $0.id, action: $0.action)) },
            extract: { extract(from: $0).map { .element(id: $0.id, action: $0.action) } },
            name: name
        )
    }
}
