internal import UnoAsync

/// The host of `interact(_:)`: a stream of actions in, a stream of states out.
///
/// The graph starts when the stream is first asked for a state. Nothing is buffered: an action is taken when a state is
/// asked for, or, while effects are under way, when the states before it have been taken, so a consumer that stops
/// pulling stops the producer after one action. Letting go of the stream, or cancelling its consumer, cancels the graph.
package enum HostedStream {
    package static func states<State: Sendable, Action: Sendable>(
        of interactor: some Interactor<State, Action>,
        upstream: AsyncStream<Action>,
        executor: RuntimeExecutor = .default,
        clock: (any Clock<Duration>)? = nil
    ) -> AsyncStream<State> {
        let (isolation, engine) = GraphIsolation.make(executor.with(clock))
        let entry = GraphEntry<State, Action>()
        let boundEntry = GraphBound(entry, to: isolation.token)
        // There is no queue to join: a fed-back action takes a turn of its own, behind those that wait for one.
        let feedback = Feedback<Action> { [weak isolation] action, origin, site in
            guard let isolation else { return .cancelled }
            return await isolation.receive(action, at: boundEntry, from: origin, at: site)
        } enqueue: { [weak isolation] action, effect, _, site in
            guard let isolation else { return true }
            let place = isolation.turnLock.reserve()
            isolation.tasks.startInternal { _ in
                await isolation.receive(action, at: boundEntry, of: effect, from: site, in: place)
            }
            return true
        }
        let sink = StreamSink<State>()
        let graph = FeatureGraph(interactor, engine: engine, sink: sink, feedback: feedback)
        entry.graph = graph
        let driver = GraphBound(StreamDriver(graph, sink, upstream: upstream), to: isolation.token)
        let consumers = AsyncLock()
        let lifetime = StreamLifetime(isolation, consumers)
        return AsyncStream {
            guard await consumers.acquireIgnoringCancellation() == .acquired else { return nil }
            let state = await isolation.nextState(from: driver)
            consumers.release()
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

    /// Handles an action that is fed back in a turn of its own, unless it no longer counts by then.
    fileprivate nonisolated func receive<State, Action>(
        _ action: Action,
        at entry: GraphBound<GraphEntry<State, Action>>,
        from origin: FeedbackOrigin,
        at site: CallSite
    ) async -> SendOutcome {
        await takeTurn { isolation in
            switch isolation.admit(origin, at: site) {
            case .refused(let outcome): return outcome
            case .admitted(let effect, _):
                guard let graph = entry.open(in: isolation).graph else { return .cancelled }
                return graph.receive(action, of: effect.open(in: isolation), from: site)
            }
        }.outcome
    }

    /// Handles an action that has been queued at once, in the turn for which it has taken a place.
    fileprivate func receive<State, Action>(
        _ action: Action,
        at entry: GraphBound<GraphEntry<State, Action>>,
        of effect: GraphBound<EffectRun>,
        from site: CallSite,
        in place: AsyncLockReservation
    ) async {
        guard await place.claim() == .acquired else { return }
        await turn { isolation in
            _ = entry.open(in: isolation).graph?.receive(action, of: effect.open(in: isolation), from: site)
        }
        endFeedingBack(effect)
    }
}

/// Cancels a graph with the last reference to its stream.
private final class StreamLifetime: Sendable {
    private let isolation: GraphIsolation
    private let consumers: AsyncLock

    init(_ isolation: GraphIsolation, _ consumers: AsyncLock) {
        self.isolation = isolation
        self.consumers = consumers
    }

    func end() {
        consumers.close()
        isolation.cancel()
    }

    deinit { end() }
}
