/// An array of elements with different ids, in an order, that finds each element by its id.
///
/// ```swift
/// var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 3)]
/// rows[id: 3]?.title = "Three"
/// rows.remove(id: 1)
/// ```
///
/// - *Keys*: an element is found under its id, which a key path names or, for `Identifiable` elements, `id`. A change of an
///   element's id, in place or by assignment, moves it to its new id.
/// - *Duplicates*: an element whose id another element has is not taken in, which is reported to ``Diagnostics`` with the
///   id and the place of the call. An element that is changed in place to the id of another one stays, under the id that
///   it had, and is reported as well; it is found under its own id as soon as that is free. The same goes for an id that is
///   not equal to itself, as `Double.nan` is not.
/// - *Complexity*: finding, changing and appending are O(1) on average, and changing an element in place does not copy it.
///   Inserting, removing and moving are O(n) in the elements behind the position.
///
/// Two arrays are equal if their elements are, in order.
public struct IdentifiedArray<ID: Hashable & Sendable, Element: Sendable>: Sendable {
    @usableFromInline var array: [Element] = []
    @usableFromInline var keys = OrderedIDs<ID>()
    /// Whether an element may be found under an id that is not its own, because that was taken.
    @usableFromInline var hasBorrowedKeys = false
    /// The id of an element.
    @usableFromInline let id: @Sendable (Element) -> ID

    @inlinable
    init(identifiedBy id: @escaping @Sendable (Element) -> ID) {
        self.id = id
    }

    /// Creates an empty array whose elements are identified by the property `id`.
    @inlinable
    public init(id: any KeyPath<Element, ID> & Sendable) {
        self.init(identifiedBy: { $0[keyPath: id] })
    }

    /// Creates an array of `elements`, which are identified by the property `id`.
    ///
    /// Of elements that share an id, the first is taken, and the others are reported.
    @inlinable
    public init(
        _ elements: some Sequence<Element>,
        id: any KeyPath<Element, ID> & Sendable,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(id: id)
        append(contentsOf: elements, fileID: fileID, line: line)
    }

    /// The elements, in order. O(1).
    @inlinable
    public var elements: [Element] { array }

    /// The ids of the elements, in order. O(1).
    @inlinable
    public var ids: ContiguousArray<ID> { keys.list }

    // MARK: Finding

    /// The position of the element with `id`; nil if there is none.
    @inlinable
    public func index(id: ID) -> Int? { keys.position(of: id) }

    /// Whether an element has `id`.
    @inlinable
    public func contains(id: ID) -> Bool { keys.position(of: id) != nil }

    /// The element with `id`; nil if there is none.
    ///
    /// Setting nil removes the element. Setting an element for an `id` that is absent appends it. The element is found under
    /// its own id, whatever the subscript says.
    @inlinable
    public subscript(id id: ID) -> Element? {
        get { keys.position(of: id).map { array[$0] } }
        _modify {
            guard let position = keys.position(of: id) else {
                var element: Element?
                defer { if let element { take(element) } }
                yield &element
                return
            }
            // Taken out, so that the element has one owner while it is changed; the last element fills the gap.
            let last = array.count - 1
            array.swapAt(position, last)
            var element = array.popLast()
            defer {
                if let element {
                    array.append(element)
                    array.swapAt(position, last)
                    follow(at: position)
                } else {
                    fillGap(at: position)
                }
            }
            yield &element
        }
    }

    /// Removes the id at `position`, whose place in the array the last element has taken.
    @usableFromInline
    mutating func fillGap(at position: Int) {
        if position < array.count { array.append(array.remove(at: position)) }
        keys.remove(at: position)
        if hasBorrowedKeys { returnBorrowedKeys() }
    }

    /// Keeps the element at `position` under its id, which may have changed.
    @inlinable
    mutating func follow(at position: Int) {
        let new = id(array[position])
        if new != keys.list[position] { rename(at: position, to: new) }
    }

    @usableFromInline
    mutating func rename(at position: Int, to new: ID) {
        guard new == new else { return reportUnequal(new, "stays, and is found under \(keys.list[position])") }
        guard let holder = keys.position(of: new) else {
            keys.replace(at: position, with: new)
            if hasBorrowedKeys { returnBorrowedKeys() }
            return
        }
        // An element that has only borrowed the id gives it up.
        if id(array[holder]) != new {
            keys.swapAt(position, holder)
            return returnBorrowedKeys()
        }
        hasBorrowedKeys = true
        let old = keys.list[position]
        report(
            """
            The element with the id \(old) was given the id \(new), which another element has; it stays, and is \
            found under \(old) until \(new) is free
            """,
            nil
        )
    }

    /// Finds each element under its own id again, where that is free. O(n).
    @usableFromInline
    mutating func returnBorrowedKeys() {
        var goesOn = true
        // Each round settles an element, unless ids differ from one reading to the next.
        for _ in array.indices where goesOn {
            (goesOn, hasBorrowedKeys) = (false, false)
            for position in array.indices {
                let own = id(array[position])
                guard own != keys.list[position], own == own else { continue }
                if keys.position(of: own) == nil {
                    keys.replace(at: position, with: own)
                    goesOn = true
                } else {
                    hasBorrowedKeys = true
                }
            }
        }
    }

    /// Whether an element with `id` can be taken in; reports it if not.
    @inlinable
    func accepts(_ id: ID, _ site: @autoclosure () -> CallSite?) -> Bool {
        if keys.position(of: id) == nil, id == id { return true }
        reportRefusal(of: id, site())
        return false
    }

    @usableFromInline
    func reportRefusal(of id: ID, _ site: CallSite?) {
        guard id == id else { return reportUnequal(id, "is not taken in", site) }
        report("An element has the id \(id), which another element has; it is not taken in", site)
    }

    @usableFromInline
    func reportUnequal(_ id: ID, _ fate: String, _ site: CallSite? = nil) {
        report("An element has the id \(id), which is not equal to itself; it \(fate)", site, .unequalID)
    }

    @usableFromInline
    func report(_ message: String, _ site: CallSite?, _ kind: Diagnostic.Kind = .duplicateID) {
        Diagnostics.current.report(
            Diagnostic(kind, "IdentifiedArray<\(ID.self), \(Element.self)>: \(message)", at: site)
        )
    }
}

/// An ``IdentifiedArray`` of elements with an `id`.
public typealias IdentifiedArrayOf<Element: Identifiable & Sendable> = IdentifiedArray<Element.ID, Element>
where Element.ID: Sendable

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
    /// Creates an empty array.
    @inlinable
    public init() { self.init(identifiedBy: { $0.id }) }

    /// Creates an array of `elements`. Of elements that share an id, the first is taken, and the others are reported.
    @inlinable
    public init(_ elements: some Sequence<Element>, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init()
        append(contentsOf: elements, fileID: fileID, line: line)
    }
}
