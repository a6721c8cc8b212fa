/// Brings the states of a graph that lives on the main actor to a view model.
final class ViewSink<State: Sendable>: StateSink<State> {
    private let receive: @MainActor (State) -> Void
    private let publish: @MainActor () -> Void
    private var hasEmitted = false

    /// - Parameters:
    ///   - receive: takes each state in, as it is emitted.
    ///   - publish: shows what was taken in, once for a step.
    init(receive: @escaping @MainActor (State) -> Void, publish: @escaping @MainActor () -> Void) {
        self.receive = receive
        self.publish = publish
    }

    override var isOwing: Bool { hasEmitted }

    override func emit(_ cell: StateCell<State>) {
        hasEmitted = true
        let state = cell.value
        MainActor.assumeIsolated { [receive] in receive(state) }
    }

    override func flush() -> Bool {
        guard hasEmitted else { return true }
        hasEmitted = false
        MainActor.assumeIsolated { [publish] in publish() }
        return true
    }
}
