/// The one place where a scope's state is.
///
/// Access is not checked for exclusivity at run time: the graph's isolation runs one piece of code at a time, and a
/// handler, which has the value `inout`, has no way to the cell.
///
/// One allocation, which the scope owns and frees with itself; see ``StateScope/cell``.
@usableFromInline
struct StateCell<State: Sendable> {
    @usableFromInline let pointer: UnsafeMutablePointer<State>

    init(_ value: State) {
        pointer = .allocate(capacity: 1)
        pointer.initialize(to: value)
    }

    /// Ends the cell; no copy of it may be used any more.
    func free() {
        pointer.deinitialize(count: 1)
        pointer.deallocate()
    }

    @inlinable
    var value: State {
        get { pointer.pointee }
        nonmutating _modify { yield &pointer.pointee }
    }
}

/// Where a state lies in memory: in a cell, or in a stored property of what lies in a cell.
///
/// However deep the property is, reaching it costs nothing. Workload "scope", 16 deep: 2.9 × a bare stream where each
/// level goes through the one around it.
///
/// Why the pointer is valid: `owner` is the scope that frees the cell, which a place keeps, and the cell's memory does not
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

    /// The stored property at `offset`.
    @inlinable
    func property<Part>(at offset: Int) -> StatePlace<Part> {
        let address = UnsafeMutableRawPointer(pointer).advanced(by: offset)
        return StatePlace<Part>(owner: owner, pointer: address.assumingMemoryBound(to: Part.self))
    }
}

/// How a scope reaches a slice of another scope's state: in place, and only while the slice is there.
///
/// Made where the types are known (`ScopeRoute`). A slice of stored properties is reached at once; one that can be
/// absent, or is computed, through the view of the scope around it, so that such a level costs two calls. Nothing is
/// allocated or copied.
@usableFromInline
struct StateView<State: Sendable> {
    /// Runs the body on the state; does not run it while the slice is absent.
    @usableFromInline let modify: (_ body: (inout State) -> Void) -> Void
    /// Where the state lies, if it stays there.
    @usableFromInline let place: StatePlace<State>?

    @inlinable
    init(place: StatePlace<State>? = nil, modify: @escaping (_ body: (inout State) -> Void) -> Void) {
        self.place = place
        self.modify = modify
    }

    /// The view of a slice of what `whole` holds.
    @inlinable
    init<Whole>(of slice: Slice<Whole, State>, in whole: StateScope<Whole>) {
        if let offset = slice.offset, let place = whole.place {
            let part: StatePlace<State> = place.property(at: offset)
            self.init(place: part) { body in body(&part.pointer.pointee) }
        } else if let outer = whole.view {
            self.init { body in outer.modify { slice.modify(&$0, body) } }
        } else {
            self.init { body in
                guard let cell = whole.cell else { return }
                slice.modify(&cell.value, body)
            }
        }
    }
}
