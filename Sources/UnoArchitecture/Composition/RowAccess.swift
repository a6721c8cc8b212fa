/// Gives the views of rows access to the collection; shared by all of them.
@usableFromInline
final class RowAccess<Items: RandomAccessCollection & MutableCollection & Sendable, ID: Hashable & Sendable>
where Items.Index == Int, Items.Element: Sendable {
    @exclusivity(unchecked) @usableFromInline var rowIndex: RowIndex<Items, ID>
    /// The rows with followers that were accessed in the running step.
    @exclusivity(unchecked) @usableFromInline var touched: [RowPlace<ID>] = []

    /// The number of places made so far.
    private var placeCount = 0

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

    /// Runs `body` on a copy of a row; does not run it if the row was removed.
    @inlinable
    func copy(_ place: RowPlace<ID>, from items: Items, _ body: (inout Items.Element) -> Void) {
        guard let position = find(place, in: items) else { return }
        var row = items[position]
        body(&row)
    }

    func makePlace(_ id: ID) -> RowPlace<ID> {
        placeCount += 1
        return RowPlace(id: id, number: placeCount)
    }

    /// The position of a row; nil if it was removed.
    @discardableResult
    @inlinable
    func locate(_ place: RowPlace<ID>, in items: Items) -> Int? {
        guard let position = rowIndex.position(of: place.id, near: place.position, in: items) else { return nil }
        place.position = position
        return position
    }

    /// The position of a row, which counts as accessed; nil if it was removed.
    @inlinable
    func find(_ place: RowPlace<ID>, in items: Items) -> Int? {
        guard let position = locate(place, in: items) else { return nil }
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
