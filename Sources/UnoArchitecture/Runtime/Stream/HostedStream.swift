internal import AsyncKit

/// The host of `interact(_:)`: a stream of actions in, a stream of states out.
///
/// The graph starts when the stream is first asked for a state. Nothing is buffered: an action is taken when a state is
/// asked for, or, while effects are under way, when the states before it have been taken, so a consumer that stops
/// pulling stops the producer after one action. Letting go of the stream, or cancelling its consumer, cancels the graph.
package enum HostedStream {
    package static func states<State: Sendable, Action: Sendable>(
        of interactor: some Interactor<State, Action>,
        upstream: AsyncStream<Action>,
        executor: RuntimeExecutor = .default
    ) -> AsyncStream<State> {
        let (isolation, engine) = GraphIsolation.make(executor)
        let entry = GraphEntry<State, Action>()
        let boundEntry = GraphBound(entry, to: isolation.token)
        // There is no queue to join: a fed-back action takes a turn of its own, behind those that wait for one.
        let feedback = Feedback<Action> { [weak isolation] action, ticket, validity, site in
            guard let isolation else { return .cancelled }
            return await isolation.receive(action, at: boundEntry, for: ticket, validity, from: site)
        }
        let sink = StreamSink<State>()
        let graph = FeatureGraph(interactor, engine: engine, sink: sink, feedback: feedback)
        entry.graph = graph
        let driver = GraphBound(StreamDriver(graph, sink, upstream: upstream), to: isolation.token)
        let consumers = Turnstile()
        let lifetime = StreamLifetime(isolation, consumers)
        return AsyncStream {
            guard await consumers.enterIgnoringCancellation() == .entered else { return nil }
            let state = await isolation.nextState(from: driver)
            consumers.leave()
            return state
        } onCancel: {
            lifetime.end()
        }
    }
}

extension GraphIsolation {
    fileprivate func nextState<State, Action>(from driver: GraphBound<StreamDriver<State, Action>>) async -> State? {
        await driver.open(in: self).next(on: self)
    }
}

/// Cancels a graph with the last reference to its stream.
private final class StreamLifetime: Sendable {
    private let isolation: GraphIsolation
    private let consumers: Turnstile

    init(_ isolation: GraphIsolation, _ consumers: Turnstile) {
        self.isolation = isolation
        self.consumers = consumers
    }

    func end() {
        consumers.close()
        isolation.cancel()
    }

    deinit { end() }
}
