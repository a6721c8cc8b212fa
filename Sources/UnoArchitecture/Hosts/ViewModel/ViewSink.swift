/// Brings the states of a graph that lives on the main actor to a view model.
///
/// The two closures belong to the main actor, and so does whoever calls them: the graph's isolation runs on its executor.
/// They are made in the view model's initialisers, where the types are known; see ``Node``. So is how a cell is read.
final class ViewSink<State: Sendable>: StateSink<State> {
    private var receive: ((StateCell<State>) -> Void)?
    private var publish: (() -> Void)?
    @exclusivity(unchecked) private var hasEmitted = false

    /// - Parameters:
    ///   - receive: takes each state in, as it is emitted.
    ///   - publish: shows what was taken in, once for a step.
    init(receive: @escaping (StateCell<State>) -> Void, publish: @escaping () -> Void) {
        self.receive = receive
        self.publish = publish
    }

    override var hasUnflushedStates: Bool { hasEmitted }

    override func emit(_ cell: StateCell<State>) {
        hasEmitted = true
        receive?(cell)
    }

    override func flush() -> Bool {
        guard hasEmitted else { return true }
        hasEmitted = false
        publish?()
        return true
    }

    /// Lets go of the reducer and the view state while it is on the main actor; the graph around it may be let go of
    /// elsewhere.
    override func cancel() {
        receive = nil
        publish = nil
    }
}
