internal import AsyncKit

/// The host of `interact(_:)`: a stream of actions in, a stream of states out.
///
/// One task takes an action when the states of the one before have been taken, so nothing is buffered: a consumer
/// that stops pulling stops the producer after one action. Letting go of the stream, or cancelling its consumer,
/// cancels the graph.
package enum HostedStream {
    package static func states<State: Sendable, Action: Sendable>(
        of interactor: some Interactor<State, Action>,
        upstream: AsyncStream<Action>,
        executor: RuntimeExecutor = .default
    ) -> AsyncStream<State> {
        let (isolation, engine) = GraphIsolation.make(executor)
        let channel = AsyncChannel<State>()
        let entry = GraphEntry<State, Action>()
        let boundEntry = GraphBound(entry, to: isolation.token)
        // There is no queue to join: a fed-back action takes a turn of its own, behind those that wait for one.
        let feedback = Feedback<Action> { [weak isolation] action, ticket, _ in
            guard let isolation else { return .cancelled }
            return await isolation.receive(action, at: boundEntry, for: ticket)
        }
        let graph = FeatureGraph(interactor, engine: engine, sink: ChannelSink(channel), feedback: feedback)
        entry.graph = graph
        let boundGraph = GraphBound(graph, to: isolation.token)
        let lifetime = StreamLifetime(isolation)
        isolation.tasks.start {
            await isolation.run(boundGraph, upstream: upstream)
            channel.finish()
            isolation.cancel()
        }
        return AsyncStream {
            let iterator = channel.makeAsyncIterator()
            return await iterator.next()
        } onCancel: {
            lifetime.end()
        }
    }
}

extension GraphIsolation {
    /// Drives a graph from its first state to its last.
    fileprivate func run<State, Action>(
        _ graph: GraphBound<FeatureGraph<State, Action>>,
        upstream: AsyncStream<Action>
    ) async {
        guard await enterGate() == nil else { return }
        await turn { graph.open(in: $0).start() }
        for await action in upstream {
            guard await enterGate() == nil else { return }
            await turn { isolation in
                isolation.engine.beginStep(for: nil)
                graph.open(in: isolation).receive(action)
            }
        }
        guard !tasks.isCancelled else { return }
        await finish()
    }
}

/// Cancels a graph with the last reference to its stream.
private final class StreamLifetime: Sendable {
    private let isolation: GraphIsolation

    init(_ isolation: GraphIsolation) {
        self.isolation = isolation
    }

    func end() { isolation.cancel() }

    deinit { isolation.cancel() }
}

/// Hands each state to the one consumer, which has to take it.
private final class ChannelSink<State: Sendable>: StateSink<State> {
    private let channel: AsyncChannel<State>
    private var pending = Deque<State>()

    init(_ channel: AsyncChannel<State>) {
        self.channel = channel
    }

    override func emit(_ cell: StateCell<State>) { pending.append(cell.value) }

    override func flush() -> Bool { pending.isEmpty }

    override func waitForDemand() async {
        guard let state = pending.popFirst() else { return }
        // A step hands on what it has made, even if the effect that takes the step is cancelled meanwhile.
        await channel.sendIgnoringCancellation(state)
    }

    override func finish() { channel.finish() }

    override func cancel() { channel.finish() }
}
