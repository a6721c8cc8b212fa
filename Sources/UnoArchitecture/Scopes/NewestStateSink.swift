/// A sink that keeps the state which was emitted last, until the host hands it on.
///
/// A host hands on one state a step, so an emission replaces the one before it. A copy, because a handler may change the state
/// afterwards and not emit it. Empty between two steps: a second reference would make the next change copy a large state.
///
/// One allocation for the life of the host. The memory is initialised exactly while `hasNewest` is true, and only this class has
/// it. A superclass and not a value, because each method of a generic struct costs its caller a metadata lookup.
class NewestStateSink<State: Sendable>: StateSink<State> {
    private var memory: UnsafeMutablePointer<State>?
    @exclusivity(unchecked) final private(set) var hasNewest = false

    deinit {
        clearNewest()
        memory?.deallocate()
    }

    /// Keeps a copy of an emitted state in the place of the one before.
    final func keep(_ cell: StateCell<State>) {
        if hasNewest, let memory {
            memory.pointee = cell.value
        } else {
            let memory = memory ?? .allocate(capacity: 1)
            memory.initialize(to: cell.value)
            self.memory = memory
            hasNewest = true
        }
    }

    /// The state; nil if there is none. Valid until the next change.
    final var newest: StateCell<State>? {
        guard hasNewest, let memory else { return nil }
        return StateCell(at: memory)
    }

    /// Releases the state. Its deinitialiser, code of the user, finds this empty.
    final func clearNewest() {
        guard hasNewest, let memory else { return }
        hasNewest = false
        _ = memory.move()
    }
}
