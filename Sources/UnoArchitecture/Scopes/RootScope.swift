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
