public import UnoArchitecture

/// The rows of a collection in a view state, each with a handle of its own; made by `scope(rows:action:)`.
///
/// ```swift
/// ForEach(model.scope(rows: \.items, action: \.items)) { row in ItemView(model: row) }
/// ```
///
/// - *Observation*: making it observes which rows there are and their order, not what the rows contain. A step that changes
///   one row notifies the observers of that row.
/// - *Lifetime*: a snapshot: rows that are inserted later are not in it. The handle of a row that has been removed shows the
///   last state of the row. While it exists it retains the collection as it was, without a copy.
///
/// Complexity: making it and accessing a row are O(1). After a step, see ``ScopedViewModel``: nothing if the step has left the
/// collection alone, one comparison of memory if it has changed rows, O(*m*) in the number of rows between the first and the
/// last that have moved.
@MainActor
public struct ScopedRows<Action: Sendable, Items: RandomAccessCollection, ID: Hashable & Sendable> {
    @usableFromInline let items: Items
    @usableFromInline let slot: RowSlot<Items, ID>
    @usableFromInline let handle: @MainActor (ObservedPart, ID) -> ScopedViewModel<Action, Items.Element>

    @inlinable
    init(
        _ items: Items,
        _ slot: RowSlot<Items, ID>,
        _ handle: @escaping @MainActor (ObservedPart, ID) -> ScopedViewModel<Action, Items.Element>
    ) {
        self.items = items
        self.slot = slot
        self.handle = handle
    }

    /// The handle of the row with an id; nil if the collection has none now.
    @inlinable
    public subscript(id id: ID) -> ScopedViewModel<Action, Items.Element>? {
        slot.row(id).map { handle($0, id) }
    }

    /// The ids of the rows, in order. Complexity: O(*n*).
    @inlinable
    public var ids: [ID] { items.map(slot.id) }
}

extension ScopedRows: @MainActor RandomAccessCollection {
    /// The position of the first row: 0.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { items.count }

    /// The handle of the row at `position`.
    @inlinable
    public subscript(position: Int) -> ScopedViewModel<Action, Items.Element> {
        let id = slot.id(items[items.index(items.startIndex, offsetBy: position)])
        return handle(slot.row(id, at: position, of: items), id)
    }
}

extension ViewScope {
    /// Returns the rows of a collection, whose handles send actions of the case `action`, which holds a row's id and action.
    ///
    /// - Parameters:
    ///   - items: an array, or another collection. One without contiguous storage is copied when a step has changed it.
    ///   - action: the case that holds a row's id and action.
    @inlinable
    public func scope<Items: RandomAccessCollection, Value, RowAction>(
        rows items: KeyPath<ViewState, Items>,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedRows<RowAction, Items, Items.Element.ID>
    where
        Action: CasePathable, Items.Element: Identifiable,
        Value: IdentifiedActionProtocol<Items.Element.ID, RowAction>
    {
        scope().rows(
            ScopedViewModel<Action, ViewState>.find(items),
            PartKey(items, action),
            { $0.id },
            CallSite(fileID, line),
            embed: { AnyCasePath(action).identified().embedValue }
        )
    }

    /// Returns the rows of a collection whose rows are identified by `id`.
    @inlinable
    public func scope<Items: RandomAccessCollection, ID: Hashable & Sendable, Value, RowAction>(
        rows items: KeyPath<ViewState, Items>,
        id: KeyPath<Items.Element, ID>,
        action: CaseKeyPath<Action, Value>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> ScopedRows<RowAction, Items, ID>
    where Action: CasePathable, Value: IdentifiedActionProtocol<ID, RowAction> {
        scope().rows(
            ScopedViewModel<Action, ViewState>.find(items),
            PartKey(items, action, id: id),
            { $0[keyPath: id] },
            CallSite(fileID, line),
            embed: { AnyCasePath(action).identified().embedValue }
        )
    }
}

extension ScopedViewModel {
    /// Returns the function that finds a collection in the state at an address.
    @inlinable
    static func find<Items: RandomAccessCollection>(
        _ path: KeyPath<ViewState, Items>
    ) -> (UnsafeRawPointer) -> Items {
        { $0.assumingMemoryBound(to: ViewState.self).pointee[keyPath: path] }
    }

    @inlinable
    func rows<Items: RandomAccessCollection, ID, RowAction>(
        _ items: @escaping (UnsafeRawPointer) -> Items,
        _ key: PartKey,
        _ id: @escaping (Items.Element) -> ID,
        _ site: CallSite,
        embed: @escaping () -> (IdentifiedAction<ID, RowAction>) -> Action
    ) -> ScopedRows<RowAction, Items, ID> {
        let slot = part.slot(key.handled(by: ScopedRows<RowAction, Items, ID>.self)) {
            RowSlot<Items, ID>(in: part, items: items, id: id, site: site)
        }
        slot.accessOrder()
        return ScopedRows(slot.known()!, slot) { [link] row, id in
            .handle(of: row, id: AnyHashable(id)) {
                let embed = embed()
                return link.link(to: row, Items.Element.self, at: site) { embed(.element(id: id, action: $0)) }
            }
        }
    }
}
