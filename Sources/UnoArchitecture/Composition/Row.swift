/// A row that has received an action: its child and its place in the collection.
@usableFromInline
final class Row<ID: Hashable & Sendable, Element: Sendable, Action: Sendable> {
    @usableFromInline let place: RowPlace<ID>
    @usableFromInline let scope: SliceScope<Element>
    /// Held while a child with parts that follow slices of the row steps.
    @usableFromInline let hold: AnyStateHold?
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
        self.hold = place.hasFollowers ? scope.view?.hold : nil
        self.node = node
        self.registered = registered
    }

    deinit { scope.forgetChild() }

    @inlinable
    func step(_ action: Action) {
        guard let hold else { return node.step(action) }
        hold.during { node.step(action) }
    }

    func followSlices() {
        guard let hold else { return scope.followSlices() }
        hold.during { scope.followSlices() }
    }
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
    /// Whether the index knew the collection as it was when the row was taken; see ``RowAccess/take(_:in:)``.
    @exclusivity(unchecked) @usableFromInline var wasUpToDate = false

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
        guard let position = find(place, in: items) else { return }
        let isUpToDate = rowIndex.isUpToDate(with: items)
        if isUpToDate { rowIndex.beginAccess() }
        body(&items[position])
        // A row that changed its own id counts as another row.
        if isUpToDate, rowIndex.isAt(position, place.id, items) { rowIndex.endAccess(items) }
    }

    /// The position of a row, which counts as accessed; nil if it was removed.
    @inlinable
    func find(_ place: RowPlace<ID>, in items: Items) -> Int? {
        guard let position = rowIndex.position(of: place.id, near: place.position, in: items) else { return nil }
        place.position = position
        if place.hasFollowers, !place.isTouched {
            place.isTouched = true
            touched.append(place)
        }
        return position
    }

    // MARK: Holding a row

    /// Nil for a collection that is not known to keep its elements in one buffer, in which they can be changed in place.
    @inlinable
    func makeHold(on place: RowPlace<ID>, in items: StateView<Items>, base: AnyScope) -> StateHold<Items.Element>? {
        let isKnown =
            Items.self == [Items.Element].self || Items.self == ContiguousArray<Items.Element>.self
            || isKeyed
        guard isKnown else { return nil }
        return RowHold(
            outer: items.hold,
            base: base,
            take: { [self] in items.address().flatMap { take(place, in: &$0.pointee) } },
            giveBack: { [self] in items.modify { giveBack(place, in: &$0) } }
        )
    }

    @usableFromInline var isKeyed: Bool { Items.self is any KeyedRows.Type }

    /// The address of a row, until `giveBack(_:in:)`; nil if the row was removed. The collection is the only owner of its
    /// buffer from then on; see ``StateHold``.
    @inlinable
    func take(_ place: RowPlace<ID>, in items: inout Items) -> UnsafeMutablePointer<Items.Element>? {
        guard let position = find(place, in: items) else { return nil }
        place.wasUpToDate = rowIndex.isUpToDate(with: items)
        if place.wasUpToDate { rowIndex.beginAccess() }
        return withUnsafeMutablePointer(to: &items[position]) { $0 }
    }

    @inlinable
    func giveBack(_ place: RowPlace<ID>, in items: inout Items) {
        let position = place.position
        if rowIndex.isAt(position, place.id, items) {
            if place.wasUpToDate { rowIndex.endAccess(items) }
        } else if position < items.endIndex {
            // The row has changed its own id, of which an `IdentifiedArray` has to hear.
            withUnsafeMutablePointer(to: &items[position]) { _ in }
        }
    }
}

/// The hold on a row. Its closures are made in the client's module: elsewhere each access to an element of a collection
/// allocates (workload "rows-depth").
@usableFromInline
final class RowHold<Element: Sendable>: StateHold<Element> {
    private let take: () -> UnsafeMutablePointer<Element>?
    private let giveItBack: () -> Void

    @usableFromInline
    init(
        outer: AnyStateHold?,
        base: AnyScope,
        take: @escaping () -> UnsafeMutablePointer<Element>?,
        giveBack: @escaping () -> Void
    ) {
        (self.take, giveItBack) = (take, giveBack)
        super.init(outer: outer, base: base)
    }

    override func find() -> UnsafeMutablePointer<Element>? { take() }

    override func giveBack() { giveItBack() }
}
