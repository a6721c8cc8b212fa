/// A scope with its state, if a part of it has any.
@usableFromInline
class StateScope<State: Sendable>: AnyScope {
    /// The scope's own state; nil in a view, and in a scope of stream transformers that have emitted nothing.
    @exclusivity(unchecked) @usableFromInline final var cell: StateCell<State>?
    /// How the scope reaches the slice of another's state that it works on; nil in a scope with a state of its own.
    @usableFromInline var view: StateView<State>? { nil }

    /// How the state gets to whoever a scope reports to.
    @usableFromInline typealias Report = (StateScope) -> Void

    /// Where the state lies, if it stays there.
    @inlinable
    final var place: StatePlace<State>? { cell.map { StatePlace($0) } ?? view?.place }

    /// Runs `body` on the state, in place; does not run it while there is none.
    @inlinable
    final func modify(_ body: (inout State) -> Void) {
        if let cell { body(&cell.value) } else { view?.modify(body) }
    }

    /// A copy of the state; nil while there is none.
    final var state: State? {
        var copy: State?
        modify { copy = $0 }
        return copy
    }

    /// What is read by an effect of a scope whose state has gone.
    func lastResort() -> State? { nil }

    /// The emission of a stream transformer takes the place of the state.
    final func replace(_ state: State) {
        if cell == nil, view == nil { cell = .make(state) } else { modify { $0 = state } }
    }
}
