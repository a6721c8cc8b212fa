/// Holds the state of a scope.
///
/// One allocation, which the scope owns and frees with itself; see ``StateScope/cell``.
///
/// Access is exclusive although the run time does not check it; see ``GraphEngine``. This holds for a handler, too,
/// which has the value `inout`: it cannot reach the cell.
@usableFromInline
package struct StateCell<State: Sendable> {
    @usableFromInline let pointer: UnsafeMutablePointer<State>

    init(_ value: State) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    /// A cell in memory that another type owns and frees.
    init(at pointer: UnsafeMutablePointer<State>) {
        self.pointer = pointer
    }

    /// Frees the cell; no copy of it may be used any more.
    func free() {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    @inlinable
    package var value: State {
        get { pointer.pointee }
        nonmutating _modify { yield &pointer.pointee }
    }
}

/// The address of a state: in a cell, or in a stored property of the value in a cell.
///
/// Access costs the same at every depth. Workload "scope", 16 deep: 2.9 × a bare stream if each level goes through the
/// enclosing one.
///
/// Why the pointer is valid: the place retains `owner`, the scope that frees the cell, and the cell's memory does not
/// move. Offsets come from `MemoryLayout.offset(of:)`, which returns them only for properties that lie inside the value
/// itself. Why access is exclusive: see ``StateCell``.
@usableFromInline
struct StatePlace<State> {
    @usableFromInline let owner: AnyObject
    @usableFromInline let pointer: UnsafeMutablePointer<State>

    @inlinable
    init(owner: AnyObject, pointer: UnsafeMutablePointer<State>) {
        self.owner = owner
        self.pointer = pointer
    }

    /// The stored property at `offset`.
    @inlinable
    func property<Part>(at offset: Int) -> StatePlace<Part> {
        let address = UnsafeMutableRawPointer(pointer).advanced(by: offset)
        return StatePlace<Part>(owner: owner, pointer: address.assumingMemoryBound(to: Part.self))
    }
}

/// A scope's access to a slice of another scope's state: in place, and only while the slice is present.
///
/// Made in the client's module (`ScopeRoute`); see ``Node``. A slice of stored properties is accessed directly. A slice
/// that can be absent or is computed is accessed through the enclosing scope's view, which costs two calls per level that is
/// not held; see ``StateHold``. No access allocates or copies.
@usableFromInline
package struct StateView<State: Sendable> {
    @usableFromInline package typealias Access = (_ body: (inout State) -> Void) -> Void

    /// Runs the body on the state; does not run it while the slice is absent.
    @usableFromInline package let modify: Access
    /// The address of the state, if it is fixed.
    @usableFromInline let place: StatePlace<State>?
    /// The hold on the state, or on the state around that it is a stored property of; nil if neither can be held.
    @usableFromInline let hold: AnyStateHold?
    /// The address of the state, if it is fixed or held at the moment.
    @usableFromInline let address: () -> UnsafeMutablePointer<State>?

    @inlinable
    init(
        place: StatePlace<State>? = nil,
        hold: AnyStateHold? = nil,
        address: @escaping () -> UnsafeMutablePointer<State>? = { nil },
        modify: @escaping Access
    ) {
        self.place = place
        self.hold = hold
        self.address = address
        self.modify = modify
    }

    /// The view of a part that can be held.
    @inlinable
    init(holding hold: StateHold<State>, modify: @escaping Access) {
        let held: Access = { body in
            if let address = hold.current { body(&address.pointee) } else { modify(body) }
        }
        self.init(hold: hold, address: { hold.current }, modify: held)
    }

    /// The view of `slice` in the state of `whole`.
    @inlinable
    init<Whole>(of slice: Slice<Whole, State>, in whole: StateScope<Whole>) {
        if let offset = slice.offset, !slice.canBeAbsent, let place = whole.place {
            let part: StatePlace<State> = place.property(at: offset)
            self.init(place: part, address: { part.pointer }, modify: { body in body(&part.pointer.pointee) })
            return
        }
        let modify: Access
        if let outer = whole.view {
            modify = { body in outer.modify { slice.modify(&$0, body) } }
        } else {
            modify = { body in
                guard let cell = whole.cell else { return }
                slice.modify(&cell.value, body)
            }
        }
        guard let offset = slice.offset else {
            self.init(modify: modify)
            return
        }
        if slice.canBeAbsent {
            self.init(holding: SliceHold(slice, at: offset, in: whole), modify: modify)
        } else {
            let address = { whole.address?.part(at: offset) as UnsafeMutablePointer<State>? }
            self.init(hold: whole.view?.hold, address: address, modify: modify)
        }
    }
}
