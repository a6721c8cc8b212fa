public import AsyncKit

/// Holds the states of the running step until the consumer of the stream has taken them.
@usableFromInline
final class StreamSink<State: Sendable>: StateSink<State> {
    /// Messages to the consumer of an attended graph.
    private let channel = AsyncChannel<StreamHandover>()
    /// The state that the consumer has been told of and has not taken; at most one.
    @exclusivity(unchecked) @usableFromInline var handedOver = Deque<State>()
    /// Released by the tear-down, and so in the graph's isolation.
    var upstream: AnyObject?
    @exclusivity(unchecked) @usableFromInline var pending = Deque<State>()

    @inlinable var isEmpty: Bool { pending.isEmpty }

    @inlinable
    func popFirst() -> State? { pending.popFirst() }

    @usableFromInline
    func nextHandover() async -> StreamHandover? { await channel.makeAsyncIterator().next() }

    @inlinable
    func takeHandedOver() -> State? { handedOver.popFirst() }

    /// Tells the consumer that it runs the steps again.
    @usableFromInline
    func release() async { await channel.sendIgnoringCancellation(.released) }

    override func emit(_ cell: StateCell<State>) { pending.append(cell.value) }

    override func flush() -> Bool { pending.isEmpty }

    override func waitForDemand() async {
        guard let state = pending.popFirst() else { return }
        handedOver.append(state)
        // A step delivers its states even if it runs in the task of an effect that is cancelled meanwhile.
        await channel.sendIgnoringCancellation(.state)
    }

    override func finish() { channel.finish() }

    override func cancel() {
        channel.finish()
        upstream = nil
        handedOver = Deque()
    }
}
