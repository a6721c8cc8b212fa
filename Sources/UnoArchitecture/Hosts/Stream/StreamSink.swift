internal import UnoAsync

/// Holds the states of the running step until the consumer of the stream has taken them.
final class StreamSink<State: Sendable>: StateSink<State> {
    /// What an attendant gives to the consumer.
    enum Handover: Sendable {
        case state(State)
        /// Nothing is under way any more: the consumer goes on by itself.
        case released
    }

    let channel = AsyncChannel<Handover>()
    /// Released at the tear-down, and so in the graph's isolation.
    var upstream: AnyObject?
    private var pending = Deque<State>()

    var isEmpty: Bool { pending.isEmpty }

    func popFirst() -> State? { pending.popFirst() }

    override func emit(_ cell: StateCell<State>) { pending.append(cell.value) }

    override func flush() -> Bool { pending.isEmpty }

    override func waitForDemand() async {
        guard let state = pending.popFirst() else { return }
        // A step hands on what it has made, even if the effect that takes the step is cancelled meanwhile.
        await channel.sendIgnoringCancellation(.state(state))
    }

    override func finish() { channel.finish() }

    override func cancel() {
        channel.finish()
        upstream = nil
    }
}
