internal import UnoAsync

/// Drives the graph behind a stream. Lives in the graph's isolation.
///
/// While nothing is in flight in the graph, only an action can change it, so the consumer runs the steps in its own
/// task: it pulls an action, runs the step and takes its states, with no other task involved. While an effect, a held
/// action or a transformer is in flight, or a part follows a shared value, an *attendant* task pulls the actions, and
/// the consumer receives the states through a channel.
final class StreamDriver<State: Sendable, Action: Sendable> {
    private enum Mode {
        /// No state has been requested. Then `direct` or `attended`.
        case unstarted
        /// The consumer runs the steps. Then `attended` or `ended`.
        case direct
        /// The attendant takes actions; effects, timers and transformers take turns. Then `direct` or `ended`.
        case attended
        case ended
    }

    /// The source of the actions. A separate object: the driver is released with the stream, on any thread, but the
    /// iterator has to be released in the graph's isolation.
    private final class Upstream {
        var iterator: AsyncStream<Action>.Iterator?

        init(_ iterator: AsyncStream<Action>.Iterator) {
            self.iterator = iterator
        }
    }

    private let graph: FeatureGraph<State, Action>
    private let sink: StreamSink<State>
    private let upstream: Upstream
    /// The interactor, for diagnostics.
    private let name: String
    private var mode = Mode.unstarted
    /// The consumer's turn, kept until it has taken all states of the step.
    private var turn: Turn?

    init(
        _ graph: FeatureGraph<State, Action>,
        _ sink: StreamSink<State>,
        upstream: AsyncStream<Action>,
        name: String
    ) {
        self.name = name
        self.graph = graph
        self.sink = sink
        self.upstream = Upstream(upstream.makeAsyncIterator())
        sink.upstream = self.upstream
    }

    // The release of the stream has cancelled the graph, whose turn may then end although a step is open.
    deinit { turn.take()?.end() }

    /// Returns the next state; nil at the end. One call at a time.
    func next(on isolation: isolated GraphIsolation) async -> State? {
        while true {
            if turn != nil, let state = sink.popFirst() {
                if sink.isEmpty { await endTurn(on: isolation) }
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

    // MARK: The consumer's steps

    /// Takes a turn and runs a step in it; false if the graph has been cancelled.
    private func takeTurn(
        on isolation: isolated GraphIsolation,
        _ step: (FeatureGraph<State, Action>) -> Void
    ) async -> Bool {
        guard !isolation.tasks.isCancelled, let turn = await isolation.turnIgnoringCancellation() else { return false }
        let end = turn.step { step(graph) }
        if graph.engine.isSuspended {
            // The step waits for a transformer, which yields states meanwhile.
            graph.engine.park(turn)
            startAttendant(on: isolation)
        } else {
            self.turn = consume turn
            if end == .done || sink.isEmpty { await endTurn(on: isolation) }
        }
        return true
    }

    /// Ends the turn, after all of its states have been taken; keeps it while the next actions of its steps emit states.
    private func endTurn(on isolation: isolated GraphIsolation) async {
        guard let turn = turn.take() else { return }
        while turn.endSteps() == .open {
            if graph.engine.isSuspended {
                graph.engine.park(turn)
                return startAttendant(on: isolation)
            }
            guard sink.isEmpty else {
                self.turn = consume turn
                return
            }
            await ActorExit.yieldThread()
        }
        turn.end()
        if !graph.engine.waitsForActions { startAttendant(on: isolation) }
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

    /// Starts the attendant, which continues the parked turn, if there is one.
    private func startAttendant(on isolation: isolated GraphIsolation) {
        mode = .attended
        let driver = GraphBound(self, to: isolation.token)
        let attendant = isolation.tasks.start { await isolation.attend(driver) }
        if attendant == nil { graph.engine.unpark()?.end() }
    }

    /// Takes actions until only an action can change the graph, or until the actions end.
    fileprivate func attend(on isolation: isolated GraphIsolation) async {
        if let turn = graph.engine.unpark() { await turn.settleAndEnd() }
        while !graph.engine.waitsForActions {
            guard let action = await pull(on: isolation) else {
                if !isolation.tasks.isCancelled { await isolation.finish() }
                return sink.finish()
            }
            if graph.engine.mustPause {
                graph.engine.pauseIntake(named: name)
                await graph.engine.inFlight.room()
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
    /// A message to the consumer of an attended graph.
    enum Handover: Sendable {
        case state(State)
        /// Nothing is in flight any more: the consumer runs the steps again.
        case released
    }

    let channel = AsyncChannel<Handover>()
    /// Released by the tear-down, and so in the graph's isolation.
    var upstream: AnyObject?
    private var pending = Deque<State>()

    var isEmpty: Bool { pending.isEmpty }

    func popFirst() -> State? { pending.popFirst() }

    override func emit(_ cell: StateCell<State>) { pending.append(cell.value) }

    override func flush() -> Bool { pending.isEmpty }

    override func waitForDemand() async {
        guard let state = pending.popFirst() else { return }
        // A step delivers its states even if it runs in the task of an effect that is cancelled meanwhile.
        await channel.sendIgnoringCancellation(.state(state))
    }

    override func finish() { channel.finish() }

    override func cancel() {
        channel.finish()
        upstream = nil
    }
}
