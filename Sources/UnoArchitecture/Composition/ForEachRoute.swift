/// How a parent finds the rows of a collection.
@usableFromInline
package struct ForEachRoute<
    WholeState: Sendable,
    WholeAction: Sendable,
    Items: RandomAccessCollection & MutableCollection & Sendable,
    ID: Hashable & Sendable,
    RowAction: Sendable
>: Sendable where Items.Index == Int, Items.Element: Sendable {
    @usableFromInline typealias Running = ForEachNode<WholeState, WholeAction, Items, ID, RowAction>
    @usableFromInline typealias Access = RowAccess<Items, ID>

    @usableFromInline let action: AnyCasePath<WholeAction, IdentifiedAction<ID, RowAction>>
    @usableFromInline let path: WrittenPath?
    @usableFromInline let site: CallSite
    /// What a report says of an action for a row that is absent.
    @usableFromInline let absence: @Sendable (ID) -> String
    @usableFromInline let items: @Sendable (StateScope<WholeState>) -> StateView<Items>
    @usableFromInline let access: @Sendable () -> Access
    @usableFromInline let view: @Sendable (StateView<Items>, Access, RowPlace<ID>, AnyScope) -> StateView<Items.Element>
    @usableFromInline let makeStep: @Sendable (Running) -> Running.Step
    @usableFromInline let follow: @Sendable (Running) -> Void

    @inlinable
    package init(
        items slice: Slice<WholeState, Items>,
        id: @escaping @Sendable (Items.Element) -> ID,
        action: AnyCasePath<WholeAction, IdentifiedAction<ID, RowAction>>,
        site: CallSite,
        absence: @escaping @Sendable (ID) -> String = { "the row with the id \($0), which is not in \(Items.self)" }
    ) {
        self.action = action
        self.path = slice.path
        self.site = site
        self.absence = absence
        self.items = { whole in StateView(of: slice, in: whole) }
        self.access = { RowAccess(RowIndex(id: id)) }
        self.view = { items, access, place, base in
            let modify: StateView<Items.Element>.Access = { body in
                items.modify { access.modify(place, in: &$0, body) }
            }
            var copying: StateView<Items.Element>.Access?
            if items.copying != nil { copying = { body in items.look { access.copy(place, from: $0, body) } } }
            guard let hold = access.makeHold(on: place, in: items, base: base) else {
                return StateView(copying: copying, modify: modify)
            }
            return StateView(holding: hold, copying: copying, modify: modify)
        }
        self.makeStep = { $0.makeStep() }
        self.follow = { node in
            node.followRows()
            if !node.access.touched.isEmpty { node.followTouched() }
        }
    }
}
