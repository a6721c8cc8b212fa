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
