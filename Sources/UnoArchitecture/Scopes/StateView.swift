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
