internal import UnoAsync

/// Drives the graph behind a stream. Lives in the graph's isolation.
///
/// While nothing is under way in the graph, only an action can change it, so the consumer takes the step itself, in
/// its own task: it pulls an action, runs the step and takes its states, without another task between. While an
/// effect, a delayed action or a transformer is under way, an *attendant* task waits for actions, and the consumer
/// takes from a channel whatever comes first.
final class StreamDriver<State: Sendable, Action: Sendable> {
    private enum Mode {
        /// Nobody has asked for a state. Then `direct` or `attended`.
        case unstarted
        /// The consumer takes the steps. Then `attended` or `ended`.
        case direct
        /// The attendant takes actions, and whoever has something to send takes its own turn. Then `direct` or `ended`.
        case attended
        case ended
    }

    /// Where the actions come from. Apart from the driver, which goes with the stream, on any thread: this goes with the
    /// graph, in its isolation.
    private final class Upstream {
        var iterator: AsyncStream<Action>.Iterator?

        init(_ iterator: AsyncStream<Action>.Iterator) {
            self.iterator = iterator
        }
    }

    private let graph: FeatureGraph<State, Action>
    private let sink: StreamSink<State>
    private let upstream: Upstream
    private var mode = Mode.unstarted
    /// The consumer has the turn: it has run a step and not taken all of its states.
    private var hasTurn = false

    init(
        _ graph: FeatureGraph<State, Action>,
        _ sink: StreamSink<State>,
        upstream: AsyncStream<Action>
    ) {
        self.graph = graph
        self.sink = sink
        self.upstream = Upstream(upstream.makeAsyncIterator())
        sink.upstream = self.upstream
    }

    /// The next state, in answer to the consumer; nil at the end. One call at a time.
    func next(on isolation: isolated GraphIsolation) async -> State? {
        while true {
            if hasTurn, let state = sink.popFirst() {
                if sink.isEmpty { endTurn(on: isolation) }
                return state
            }
            switch mode {
            case .unstarted:
                mode = .direct
                guard await takeTurn(on: isolation, { $0.start() }) else { return end(on: isolation) }
            case .direct:
                guard let action = await pull(on: isolation),
                    await takeTurn(
                        on: isolation,
                        { graph in
                            graph.engine.beginStep(for: nil)
                            graph.receive(action)
                        }
                    )
                else { return end(on: isolation) }
            case .attended:
                switch await sink.channel.makeAsyncIterator().next() {
                case .state(let state): return state
                case .released: mode = .direct
                case nil: return end(on: isolation)
                }
            case .ended:
                return nil
            }
        }
    }

    // MARK: The consumer's own steps

    /// Runs a step; false if the graph has been cancelled.
    private func takeTurn(
        on isolation: isolated GraphIsolation,
        _ step: (FeatureGraph<State, Action>) -> Void
    ) async -> Bool {
        guard !isolation.tasks.isCancelled, await isolation.turnLock.acquireIgnoringCancellation() == .acquired else {
            return false
        }
        step(graph)
        if graph.engine.isSuspended {
            // A transformer is to be waited for, which yields states meanwhile.
            startAttendant(on: isolation, withTurn: true)
        } else if sink.isEmpty {
            endTurn(on: isolation)
        } else {
            hasTurn = true
        }
        return true
    }

    private func endTurn(on isolation: isolated GraphIsolation) {
        hasTurn = false
        graph.engine.endStep()
        isolation.turnLock.release()
        if !graph.engine.isQuiet { startAttendant(on: isolation, withTurn: false) }
    }

    private func pull(on isolation: isolated GraphIsolation) async -> Action? {
        guard var iterator = upstream.iterator.take() else { return nil }
        let action = await iterator.next(isolation: isolation)
        if !isolation.tasks.isCancelled { upstream.iterator = iterator }
        return action
    }

    private func end(on isolation: isolated GraphIsolation) -> State? {
        mode = .ended
        upstream.iterator = nil
        isolation.cancel()
        return nil
    }

    // MARK: The attendant

    private func startAttendant(on isolation: isolated GraphIsolation, withTurn: Bool) {
        mode = .attended
        let driver = GraphBound(self, to: isolation.token)
        isolation.tasks.start {
            await isolation.attend(driver, withTurn: withTurn)
        }
    }

    /// Takes actions until nothing but an action can change the graph, or to the end.
    fileprivate func attend(on isolation: isolated GraphIsolation, withTurn: Bool) async {
        if withTurn {
            await isolation.completeStep()
            isolation.turnLock.release()
        }
        while !graph.engine.isQuiet {
            guard let action = await pull(on: isolation) else {
                if !isolation.tasks.isCancelled { await isolation.finish() }
                return sink.finish()
            }
            guard await isolation.turnLock.acquireIgnoringCancellation() == .acquired else { return }
            if graph.engine.holdsActions { await isolation.handleWhatIsDue() }
            graph.engine.beginStep(for: nil)
            graph.receive(action)
            await isolation.completeStep()
            isolation.turnLock.release()
        }
        await sink.channel.sendIgnoringCancellation(.released)
    }
}

extension GraphIsolation {
    fileprivate func attend<State, Action>(
        _ driver: GraphBound<StreamDriver<State, Action>>,
        withTurn: Bool
    ) async {
        await driver.open(in: self).attend(on: self, withTurn: withTurn)
    }
}
