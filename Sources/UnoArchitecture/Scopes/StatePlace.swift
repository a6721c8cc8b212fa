/// Where a state lies in memory: in a cell, or in a stored property of what lies in a cell.
///
/// However deep the property is, reaching it costs nothing. Workload "scope", 16 deep: 2.9 × a bare stream where each
/// level goes through the one around it.
///
/// Why the pointer is valid: `owner` is the cell, which a place keeps, and the elements of a `ManagedBuffer` do not
/// move. Offsets come from `MemoryLayout.offset(of:)`, which knows only properties that lie inside the value itself.
/// Why access is exclusive: it is that to the cell, see ``StateCell``.
@usableFromInline
struct StatePlace<State> {
    @usableFromInline let owner: AnyObject
    @usableFromInline let pointer: UnsafeMutablePointer<State>

    @inlinable
    init(owner: AnyObject, pointer: UnsafeMutablePointer<State>) {
        self.owner = owner
        self.pointer = pointer
    }

    @inlinable
    init(_ cell: StateCell<State>) where State: Sendable {
        self.init(owner: cell, pointer: cell.pointer)
    }

    /// The stored property at `offset`.
    @inlinable
    func property<Part>(at offset: Int) -> StatePlace<Part> {
        let address = UnsafeMutableRawPointer(pointer).advanced(by: offset)
        return StatePlace<Part>(owner: owner, pointer: address.assumingMemoryBound(to: Part.self))
    }
}
