/// A row that has received an action: its child and its place in the collection.
@usableFromInline
final class Row<ID: Hashable & Sendable, Element: Sendable, Action: Sendable> {
    @usableFromInline let place: RowPlace<ID>
    @usableFromInline let scope: SliceScope<Element>
    @usableFromInline let node: Node<Element, Action>
    /// What the row's parts registered with the engine.
    let registered: GraphEngine.Registered

    init(
        _ place: RowPlace<ID>,
        _ scope: SliceScope<Element>,
        _ node: Node<Element, Action>,
        registered: GraphEngine.Registered
    ) {
        self.place = place
        self.scope = scope
        self.node = node
        self.registered = registered
    }

    deinit { scope.forgetChild() }
}

/// The id of a row and the position where it was last found.
@usableFromInline
final class RowPlace<ID: Hashable & Sendable> {
    @usableFromInline let id: ID
    @exclusivity(unchecked) @usableFromInline var position = 0
    /// Whether parts of the row follow a slice of it.
    @exclusivity(unchecked) @usableFromInline var hasFollowers = false
    /// Whether the row was accessed since its parts last followed.
    @exclusivity(unchecked) @usableFromInline var isTouched = false

    @usableFromInline
    init(id: ID) {
        self.id = id
    }
}

/// Gives the views of rows access to the collection; shared by all of them.
@usableFromInline
final class RowAccess<Items: RandomAccessCollection & MutableCollection & Sendable, ID: Hashable & Sendable>
where Items.Index == Int, Items.Element: Sendable {
    @exclusivity(unchecked) @usableFromInline var rowIndex: RowIndex<Items, ID>
    /// The rows with followers that were accessed in the running step.
    @exclusivity(unchecked) @usableFromInline var touched: [RowPlace<ID>] = []

    @usableFromInline
    init(_ rowIndex: RowIndex<Items, ID>) {
        self.rowIndex = rowIndex
    }

    /// Runs `body` on a row, in place; does not run it if the row was removed.
    @inlinable
    func modify(_ place: RowPlace<ID>, in items: inout Items, _ body: (inout Items.Element) -> Void) {
        guard let position = rowIndex.position(of: place.id, near: place.position, in: items) else { return }
        place.position = position
        if place.hasFollowers, !place.isTouched {
            place.isTouched = true
            touched.append(place)
        }
        let isUpToDate = rowIndex.isUpToDate(with: items)
        if isUpToDate { rowIndex.beginAccess() }
        body(&items[position])
        // A row that changed its own id counts as another row.
        if isUpToDate, rowIndex.isAt(position, place.id, items) { rowIndex.endAccess(items) }
    }
}
