/// A scope that can have a state.
@usableFromInline
package class StateScope<State: Sendable>: AnyScope {
    /// The scope's own state; nil in a view, and in a scope of stream transformers that have emitted nothing.
    @exclusivity(unchecked) @usableFromInline package final private(set) var cell: StateCell<State>?
    /// The slice of another scope's state that the scope works on; nil in a scope with a state of its own.
    @usableFromInline package var view: StateView<State>? { nil }

    deinit { cell?.free() }

    /// Sets the scope's first state, or replaces the state in the same cell.
    final func setState(_ state: State) {
        letGoOfParts()
        if let cell { cell.value = state } else { cell = StateCell(state) }
    }

    /// Frees the cell, which no part of the scope may use any more. In a scope of stream transformers, which hold no parts.
    final func removeState() {
        cell?.free()
        cell = nil
    }

    /// Passes the scope's state to the parent.
    @usableFromInline typealias Report = (StateScope) -> Void

    /// The address of the state, if it is fixed.
    @inlinable
    final var place: StatePlace<State>? { cell.map { StatePlace(owner: self, pointer: $0.pointer) } ?? view?.place }

    /// The address of the state, if it is fixed or held at the moment.
    @inlinable
    final var address: UnsafeMutablePointer<State>? { cell?.pointer ?? view?.address() }

    /// Runs `body` on the state, in place; does not run it while there is no state.
    @inlinable
    package final func modify(_ body: (inout State) -> Void) { access(writing: true, body) }

    /// As ``modify(_:)`` for a body that changes nothing: no property's observers run. See ``StateView/look(_:)``.
    @inlinable
    package final func look(_ body: (inout State) -> Void) { access(writing: false, body) }

    @inlinable @inline(__always)
    final func access(writing: Bool, _ body: (inout State) -> Void) {
        if let cell {
            letGoOfParts()
            body(&cell.value)
        } else if let view {
            if writing { view.modify(body) } else { view.look(body) }
        }
    }

    override final var stateType: any Sendable.Type { State.self }

    /// A copy of the state; nil while there is no state.
    package final var state: State? {
        var copy: State?
        look { copy = $0 }
        return copy
    }

    /// The state as an effect reads it.
    ///
    /// Within a step the cell is ahead of the parent's slice; between steps the slice is authoritative. After the
    /// tear-down the parent may be gone.
    final var stateForEffects: State {
        if !engine.isStepping, !engine.isCancelled, isOpen { loadFromParent() }
        guard let state = state ?? fallbackState() else { fatalError("A part has lost its state, \(State.self)") }
        return state
    }

    override func remains() -> AnyScope {
        let remains = StateScope(engine: engine)
        if let state = state ?? fallbackState() { remains.setState(state) }
        return remains
    }

    /// What an effect or a wrapped step reads after the scope's state has been removed.
    func fallbackState() -> State? { nil }

    /// Replaces the state by the emission of a stream transformer.
    final func replace(_ state: State) {
        if cell == nil, view == nil { cell = StateCell(state) } else { modify { $0 = state } }
    }
}

/// A sink for states of one type.
@usableFromInline
class StateSink<State: Sendable>: AnyStateSink {
    /// The scope of the graph's root, which emits here.
    ///
    /// Not a strong reference: the scope has one to the sink. It is valid where it is read: in the calls that the scope makes, and in
    /// those that the engine makes as long as it holds the scope.
    @exclusivity(unchecked) final unowned(unsafe) var scope: StateScope<State>? = nil
    /// The cell with the present state; nil while there is none.
    final var cell: StateCell<State>? { scope?.cell }
}
