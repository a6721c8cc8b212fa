/// The state that a graph has emitted last, while its host has not handed it on.
///
/// A host hands on one state a step, so an emission replaces the one before it. A copy, because a handler may change the state
/// afterwards and not emit it. Empty between two steps: a second reference would make the next change copy a large state.
///
/// One allocation for the life of the host. The pointer is initialised exactly while `isFilled` is true, and only this type has
/// it. `cell` lends it to a call that takes a pointer, because an argument of a generic type costs a metadata lookup.
struct EmittedState<State: Sendable>: ~Copyable {
    private var pointer: UnsafeMutablePointer<State>?
    private(set) var isFilled = false

    deinit {
        if isFilled { pointer?.deinitialize(count: 1) }
        pointer?.deallocate()
    }

    /// Takes a copy of an emitted state in the place of the one before.
    mutating func replace(by cell: StateCell<State>) {
        let pointer = pointer ?? .allocate(capacity: 1)
        self.pointer = pointer
        if isFilled { pointer.pointee = cell.value } else { pointer.initialize(to: cell.value) }
        isFilled = true
    }

    /// The state; nil if there is none. Valid until the next change.
    var cell: StateCell<State>? { isFilled ? pointer.map { StateCell(at: $0) } : nil }

    /// Releases the state. Its deinitialiser, code of the user, finds this empty.
    mutating func clear() {
        guard isFilled, let pointer else { return }
        isFilled = false
        _ = pointer.move()
    }
}
