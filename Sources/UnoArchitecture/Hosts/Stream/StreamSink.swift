internal import AsyncKit

/// Holds the states of the running step until the consumer of the stream has taken them.
final class StreamSink<State: Sendable>: StateSink<State> {
    /// Messages to the consumer of an attended graph.
    let handovers = AsyncChannel<StreamHandover>()
    /// The state that the consumer has been told of and has not taken; at most one.
    @exclusivity(unchecked) private var handedOver = Deque<State>()
    /// Released by the tear-down, and so in the graph's isolation.
    var upstream: AnyObject?
    @exclusivity(unchecked) private var pending = Deque<State>()

    func popFirst() -> State? { pending.popFirst() }

    func takeHandedOver() -> State? { handedOver.popFirst() }

    override func emit() { pending.append(cell!.value) }

    override func flush() -> Bool { pending.isEmpty }

    override func waitForDemand() async {
        guard let state = pending.popFirst() else { return }
        handedOver.append(state)
        // A step delivers its states even if it runs in the task of an effect that is cancelled meanwhile.
        await handovers.sendIgnoringCancellation(.state)
    }

    override func cancel() {
        handovers.finish()
        upstream = nil
        handedOver = Deque()
    }
}
