internal import AsyncKit

/// The actions and the states of a graph behind a stream, for its driver, which does not know their types.
class AnyStreamPort {
    /// Runs the graph's first step.
    func start() {}

    /// Pulls the next action; false at the end of the actions.
    func pull(on isolation: isolated GraphIsolation) async -> Bool { false }

    /// Handles the action that was pulled, in a step of its own. The caller must have a turn.
    func handle() {}

    /// Takes a state of the running step; false if there is none.
    func takeState() -> Bool { false }

    /// Takes the state that the consumer was told of; false if the tear-down has dropped it.
    func takeHandedOver() -> Bool { false }

    /// Releases the source of the actions, and an action that was pulled too late.
    func dropActions() {}
}

/// The port of a graph, with its types. Lives in the graph's isolation.
final class StreamPort<State: Sendable, Action: Sendable>: AnyStreamPort {
    private let graph: FeatureGraph<State, Action>
    private let sink: StreamSink<State>
    private let upstream: StreamUpstream<Action>
    /// Pulled, and not handled yet.
    private var action: Action?
    /// Taken, and not given to the consumer yet.
    private var state: State?

    init(_ graph: FeatureGraph<State, Action>, _ sink: StreamSink<State>, _ upstream: AsyncStream<Action>) {
        self.graph = graph
        self.sink = sink
        self.upstream = StreamUpstream(upstream.makeAsyncIterator())
        sink.upstream = self.upstream
    }

    override func start() { graph.start() }

    override func pull(on isolation: isolated GraphIsolation) async -> Bool {
        guard var iterator = upstream.iterator.take() else { return false }
        action = await iterator.next(isolation: isolation)
        if !graph.engine.isCancelled { upstream.iterator = iterator }
        return action != nil
    }

    override func handle() { if let action = action.take() { graph.handle(action) } }

    override func takeState() -> Bool {
        state = sink.popFirst()
        return state != nil
    }

    override func takeHandedOver() -> Bool {
        state = sink.takeHandedOver()
        return state != nil
    }

    override func dropActions() { (upstream.iterator, action) = (nil, nil) }

    /// The state that was taken last, which the caller gives to the consumer.
    func giveState() -> State? { state.take() }
}

/// The source of the actions. A separate object: the port is released with the stream, on any thread, but the iterator has to
/// be released in the graph's isolation.
final class StreamUpstream<Action> {
    @exclusivity(unchecked) var iterator: AsyncStream<Action>.Iterator?

    init(_ iterator: AsyncStream<Action>.Iterator) {
        self.iterator = iterator
    }
}
