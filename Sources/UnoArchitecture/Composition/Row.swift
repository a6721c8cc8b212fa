/// A row that has received an action: its child and its place in the collection.
@usableFromInline
final class Row<ID: Hashable & Sendable, Element: Sendable, Action: Sendable> {
    @usableFromInline let place: RowPlace<ID>
    @usableFromInline let scope: SliceScope<Element>
    /// Held while a child with parts that follow slices of the row steps.
    @usableFromInline let hold: AnyStateHold?
    @usableFromInline let node: Node<Element, Action>
    /// The numbers of the row's parts that do something without an action.
    let registered: PartNumbers

    init(
        _ place: RowPlace<ID>,
        _ scope: SliceScope<Element>,
        _ node: Node<Element, Action>,
        registered: PartNumbers
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
    /// Numbers the places in the order in which they were made.
    private let number: Int
    @exclusivity(unchecked) @usableFromInline var position = 0
    /// Whether parts of the row follow a slice of it.
    @exclusivity(unchecked) @usableFromInline var hasFollowers = false
    /// Whether the row was accessed since its parts last followed.
    @exclusivity(unchecked) @usableFromInline var isTouched = false
    /// Whether the index knew the collection as it was when the row was taken; see ``RowAccess/take(_:in:)``.
    @exclusivity(unchecked) @usableFromInline var wasUpToDate = false

    init(id: ID, number: Int) {
        self.id = id
        self.number = number
    }

    /// Whether this row comes before `other`; the positions are the last known ones, which two rows may share.
    func isBefore(_ other: RowPlace) -> Bool { (position, number) < (other.position, other.number) }
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
