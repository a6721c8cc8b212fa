/// Takes the states of a shared runtime to a view model, and lets go of the way there on the main actor.
@MainActor
final class StateFollower<State: Sendable> {
    private var receive: ((State) -> Void)?

    /// - Parameter receive: shows a state.
    init(_ receive: @escaping (State) -> Void) {
        self.receive = receive
    }

    /// Returns when the states end or the task is cancelled.
    func follow(_ states: AsyncStream<State>) async {
        for await state in states { receive?(state) }
        receive = nil
    }
}
