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
    /// The consumer's turn: it has run a step and not taken all of its states.
    private var turn: Turn?

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

    // A graph whose consumer has gone has been cancelled, and its turn with it.
    deinit { turn.take()?.end() }

    /// The next state, in answer to the consumer; nil at the end. One call at a time.
    func next(on isolation: isolated GraphIsolation) async -> State? {
        while true {
            if turn != nil, let state = sink.popFirst() {
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
        guard !isolation.tasks.isCancelled, let turn = await isolation.turnIgnoringCancellation() else { return false }
        let end = turn.step { step(graph) }
        if graph.engine.isSuspended {
            // A transformer is to be waited for, which yields states meanwhile.
            graph.engine.park(turn)
            startAttendant(on: isolation)
        } else {
            self.turn = consume turn
            if end == .done { endTurn(on: isolation) }
        }
        return true
    }

    /// Ends the turn, all of whose states have been taken.
    private func endTurn(on isolation: isolated GraphIsolation) {
        guard let turn = turn.take() else { return }
        _ = turn.endStep()
        turn.end()
        if !graph.engine.isQuiet { startAttendant(on: isolation) }
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

    /// Starts the attendant, which goes on with the turn that is parked, if there is one.
    private func startAttendant(on isolation: isolated GraphIsolation) {
        mode = .attended
        let driver = GraphBound(self, to: isolation.token)
        let attendant = isolation.tasks.start { await isolation.attend(driver) }
        if attendant == nil { graph.engine.unpark()?.end() }
    }

    /// Takes actions until nothing but an action can change the graph, or to the end.
    fileprivate func attend(on isolation: isolated GraphIsolation) async {
        if let turn = graph.engine.unpark() { await turn.settleAndEnd() }
        while !graph.engine.isQuiet {
            guard let action = await pull(on: isolation) else {
                if !isolation.tasks.isCancelled { await isolation.finish() }
                return sink.finish()
            }
            guard let turn = await isolation.turnIgnoringCancellation() else { return }
            let end = turn.step {
                graph.engine.beginStep(for: nil)
                graph.receive(action)
            }
            if end == .done { turn.end() } else { await turn.settleAndEnd() }
        }
        await sink.channel.sendIgnoringCancellation(.released)
    }
}

extension GraphIsolation {
    fileprivate func attend<State, Action>(_ driver: GraphBound<StreamDriver<State, Action>>) async {
        await driver.open(in: self).attend(on: self)
    }
}

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
