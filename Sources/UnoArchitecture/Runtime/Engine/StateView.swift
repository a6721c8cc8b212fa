/// How a scope reaches a slice of another scope's state: in place, and only while the slice is there.
///
/// The closure is made where the types are known (`ScopeRoute`), out of the one of the scope around it, so that a
/// level costs two calls and nothing is allocated or copied.
@usableFromInline
struct StateView<State: Sendable> {
    /// Runs the body on the state; does not run it while the slice is absent.
    @usableFromInline let modify: (_ body: (inout State) -> Void) -> Void

    @inlinable
    init(modify: @escaping (_ body: (inout State) -> Void) -> Void) {
        self.modify = modify
    }

    /// The view of a slice of what `whole` holds.
    @inlinable
    init<Whole>(of slice: Slice<Whole, State>, in whole: StateScope<Whole>) {
        if let outer = whole.view {
            modify = { body in outer.modify { slice.modify(&$0, body) } }
        } else {
            modify = { body in
                guard let cell = whole.cell else { return }
                slice.modify(&cell.value, body)
            }
        }
    }
}
