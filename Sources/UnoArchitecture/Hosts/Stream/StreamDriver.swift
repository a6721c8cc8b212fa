internal import AsyncKit

/// Drives the graph behind a stream. Lives in the graph's isolation.
///
/// While nothing is in flight in the graph, only an action can change it, so the consumer runs the steps in its own
/// task: it pulls an action, runs the step and takes its states, with no other task involved. While an effect, a held
/// action or a transformer is in flight, or a part follows a shared value, an *attendant* task pulls the actions, and
/// the consumer receives the states through a channel.
///
/// Not generic, so that no client compiles the driver again for each interactor; actions and states stay in `StreamPort`.
final class StreamDriver {
    private enum Mode {
        /// No state has been requested. Then `direct`.
        case unstarted
        /// The consumer runs the steps. Then `attended`. After the end there are no more actions.
        case direct
        /// The attendant takes actions; effects, timers and transformers take turns. Then `direct`. After the end there are no more
        /// handovers.
        case attended
    }

    private let engine: GraphEngine
    private let port: AnyStreamPort
    private let sink: AnyStateSink
    private let handovers: AsyncChannel<StreamHandover>
    /// The interactor, for diagnostics.
    private let name: String
    private var mode = Mode.unstarted
    /// The consumer's turn, kept until it has taken all states of the step; or the turn that the attendant is to settle.
    @exclusivity(unchecked) private var turn: Turn?

    init(
        _ engine: GraphEngine,
        _ port: AnyStreamPort,
        _ sink: AnyStateSink,
        handovers: AsyncChannel<StreamHandover>,
        name: String
    ) {
        self.engine = engine
        self.port = port
        self.sink = sink
        self.handovers = handovers
        self.name = name
    }

    // The stream has been released, perhaps in the middle of a step, and its graph is cancelled or about to be.
    deinit { turn.take()?.abandon() }

    /// Waits for the next state, which the port has then taken; false at the end. One call at a time.
    func next(on isolation: isolated GraphIsolation) async -> Bool {
        while true {
            if mode == .direct, port.takeState() {
                if sink.flush() { await endTurn(on: isolation) }
                return true
            }
            switch mode {
            case .unstarted:
                mode = .direct
                guard await takeTurn(on: isolation, { port.start() }) else { return end(on: isolation) }
            case .direct:
                guard await port.pull(on: isolation), await takeTurn(on: isolation, { port.handle() }) else {
                    return end(on: isolation)
                }
            case .attended:
                switch await handovers.makeAsyncIterator().next() {
                case .state: if port.takeHandedOver() { return true }
                case .released: mode = .direct
                case nil: return end(on: isolation)
                }
            }
        }
    }

    // MARK: The consumer's steps

    /// Takes a turn and runs a step in it; false if the graph has been cancelled.
    private func takeTurn(on isolation: isolated GraphIsolation, _ step: () -> Void) async -> Bool {
        guard !isolation.tasks.isCancelled, let turn = await isolation.turnIgnoringCancellation() else { return false }
        _ = turn.step(step)
        self.turn = consume turn
        if engine.isSuspended {
            // The step waits for a transformer, which yields states meanwhile.
            startAttendant(on: isolation)
        } else if sink.flush() {
            await endTurn(on: isolation)
        }
        return true
    }

    /// Ends the turn, after all of its states have been taken; keeps it while the next actions of its steps emit states.
    private func endTurn(on isolation: isolated GraphIsolation) async {
        guard let turn = turn.take() else { return }
        while turn.endSteps() == .open {
            let mustWait = engine.isSuspended
            guard !mustWait, sink.flush() else {
                self.turn = consume turn
                if mustWait { startAttendant(on: isolation) }
                return
            }
            await ActorExit.yieldThread()
        }
        turn.end()
        if !engine.waitsForActions { startAttendant(on: isolation) }
    }

    private func end(on isolation: isolated GraphIsolation) -> Bool {
        port.dropActions()
        isolation.cancel()
        return false
    }

    // MARK: The attendant

    /// Starts the attendant, which settles the present turn, if there is one.
    private func startAttendant(on isolation: isolated GraphIsolation) {
        mode = .attended
        let driver = GraphBound(self, to: isolation.token)
        let attendant = isolation.tasks.start { await isolation.attend(driver) }
        if attendant == nil { turn.take()?.end() }
    }

    /// Takes actions until only an action can change the graph, or until the actions end.
    fileprivate func attend(on isolation: isolated GraphIsolation) async {
        if let turn = turn.take() { await turn.settleAndEnd() }
        while !engine.waitsForActions {
            guard await port.pull(on: isolation) else {
                await isolation.finish()
                return handovers.finish()
            }
            guard await takeAttendedTurn(on: isolation) else { return }
        }
        await handovers.sendIgnoringCancellation(.released)
    }

    /// Handles the action that was pulled in a turn of the attendant; false if the graph has been cancelled.
    private func takeAttendedTurn(on isolation: isolated GraphIsolation) async -> Bool {
        if engine.agenda.intake == .closing {
            engine.pauseIntake(named: name)
            await engine.inFlight.room()
        }
        guard let turn = await isolation.turnIgnoringCancellation() else { return false }
        let end = turn.step { port.handle() }
        if end == .done { turn.end() } else { await turn.settleAndEnd() }
        return true
    }
}

extension GraphIsolation {
    fileprivate func attend(_ driver: GraphBound<StreamDriver>) async { await driver.open(in: self).attend(on: self) }
}

/// A message to the consumer of an attended graph. Without the state, so that the channel of a graph is not generic.
enum StreamHandover: Sendable {
    /// A state has been handed over.
    case state
    /// Nothing is in flight any more: the consumer runs the steps again.
    case released
}
