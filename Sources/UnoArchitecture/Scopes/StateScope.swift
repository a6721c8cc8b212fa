/// A scope with its state, if a part of it has any.
@usableFromInline
class StateScope<State: Sendable>: AnyScope {
    /// The scope's own state; nil in a view, and in a scope of stream transformers that have emitted nothing.
    @exclusivity(unchecked) @usableFromInline final private(set) var cell: StateCell<State>?
    /// How the scope reaches the slice of another's state that it works on; nil in a scope with a state of its own.
    @usableFromInline var view: StateView<State>? { nil }

    deinit { cell?.free() }

    /// Gives the scope its first state, or another one in the same cell.
    final func setState(_ state: State) {
        if let cell { cell.value = state } else { cell = StateCell(state) }
    }

    /// Frees the cell, which no part of the scope may use any more.
    final func removeState() {
        cell?.free()
        cell = nil
    }

    /// How the state gets to whoever a scope reports to.
    @usableFromInline typealias Report = (StateScope) -> Void

    /// Where the state lies, if it stays there.
    @inlinable
    final var place: StatePlace<State>? { cell.map { StatePlace(owner: self, pointer: $0.pointer) } ?? view?.place }

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
    func fallbackState() -> State? { nil }

    /// The emission of a stream transformer takes the place of the state.
    final func replace(_ state: State) {
        if cell == nil, view == nil { cell = StateCell(state) } else { modify { $0 = state } }
    }
}

/// A sink for states of one type.
class StateSink<State: Sendable>: AnyStateSink {
    /// Takes the state that is in `cell` now.
    func emit(_ cell: StateCell<State>) {}

    /// The state is about to change, or somebody who has subscribed is to be let in: there is a cell if there is a state.
    func beginWork(at cell: StateCell<State>?) {}

    /// Hands on what is emitted; false if it has to wait for demand first. The state stays as it is until work begins.
    func rest(at cell: StateCell<State>?) -> Bool { flush() }
}

/// The scope of a graph's root, which emits to the host.
final class RootScope<State: Sendable>: StateScope<State> {
    private let states: StateSink<State>

    init(engine: GraphEngine, states: StateSink<State>) {
        self.states = states
        super.init(engine: engine, to: states)
    }

    override func beginWork() { states.beginWork(at: cell) }

    override func rest() -> Bool { states.rest(at: cell) }

    override func report() { states.emit(cell!) }
}

/// The scope of a child that works on a slice of its parent's state: it has no state, only its own effects.
///
/// What it emits is its parent's state, through the nearest scope that has a state of its own: one call, however many
/// slices lie between.
@usableFromInline
final class SliceScope<State: Sendable>: StateScope<State> {
    private let whole: AnyScope
    private let slice: StateView<State>
    private let initialValue: (() -> State)?
    /// The slice as it was when the child came to life, where the child has no initial value of its own.
    private var firstState: State?

    /// - Parameter initialValue: what an effect reads that goes on reading after the slice, and with it the effect,
    ///   has been taken away.
    init(in whole: AnyScope, view: StateView<State>, initialValue: (() -> State)?) {
        self.whole = whole
        self.slice = view
        self.initialValue = initialValue
        super.init(engine: whole.engine, emittedBy: whole.emitter)
    }

    @usableFromInline override var view: StateView<State>? { slice }

    override func beginStep() { whole.beginStep() }

    override func reopen() {
        super.reopen()
        if initialValue == nil { firstState = state }
    }

    override func fallbackState() -> State? { initialValue?() ?? firstState }
}
