internal import AsyncKit

/// Drives the graph behind a stream. Lives in the graph's isolation.
///
/// While nothing is in flight in the graph, only an action can change it, so the consumer runs the steps in its own
/// task: it pulls an action, runs the step and takes its states, with no other task involved. While an effect, a held
/// action or a transformer is in flight, or a part follows a shared value, an *attendant* task pulls the actions, and
/// the consumer receives the states through a channel.
///
/// What runs for each state and each action is inlinable; see ``Node``.
@usableFromInline
final class StreamDriver<State: Sendable, Action: Sendable> {
    @usableFromInline
    enum Mode {
        /// No state has been requested. Then `direct` or `attended`.
        case unstarted
        /// The consumer runs the steps. Then `attended` or `ended`.
        case direct
        /// The attendant takes actions; effects, timers and transformers take turns. Then `direct` or `ended`.
        case attended
        case ended
    }

    @usableFromInline typealias Attending =
        @Sendable (GraphBound<StreamDriver>, isolated GraphIsolation) async -> Void

    /// The source of the actions. A separate object: the driver is released with the stream, on any thread, but the
    /// iterator has to be released in the graph's isolation.
    @usableFromInline
    final class Upstream {
        @exclusivity(unchecked) @usableFromInline var iterator: AsyncStream<Action>.Iterator?

        init(_ iterator: AsyncStream<Action>.Iterator) {
            self.iterator = iterator
        }
    }

    @usableFromInline let graph: FeatureGraph<State, Action>
    @usableFromInline let sink: StreamSink<State>
    @usableFromInline let upstream: Upstream
    /// The interactor, for diagnostics.
    private let name: String
    @exclusivity(unchecked) @usableFromInline var mode = Mode.unstarted
    /// Calls ``attend(on:)``. Made in the client's module.
    private let attending: Attending
    /// The consumer's turn, kept until it has taken all states of the step; or the turn that the attendant is to settle.
    @exclusivity(unchecked) private var turn: Turn?

    init(
        _ graph: FeatureGraph<State, Action>,
        _ sink: StreamSink<State>,
        upstream: AsyncStream<Action>,
        name: String,
        attending: @escaping Attending
    ) {
        self.attending = attending
        self.name = name
        self.graph = graph
        self.sink = sink
        self.upstream = Upstream(upstream.makeAsyncIterator())
        sink.upstream = self.upstream
    }

    // The release of the stream has cancelled the graph, whose turn may then end although a step is open.
    deinit { turn.take()?.end() }

    /// Returns the next state; nil at the end. One call at a time.
    @inlinable
    func next(on isolation: isolated GraphIsolation) async -> State? {
        while true {
            if holdsTurn, let state = sink.popFirst() {
                if sink.isEmpty { await endTurn(on: isolation) }
                return state
            }
            switch mode {
            case .unstarted:
                mode = .direct
                guard await takeTurn(on: isolation, { graph.start() }) else { return end(on: isolation) }
            case .direct:
                guard let action = await pull(on: isolation),
                    await takeTurn(
                        on: isolation,
                        { graph.handle(action) }
                    )
                else { return end(on: isolation) }
            case .attended:
                switch await sink.nextHandover() {
                case .state: if let state = sink.takeHandedOver() { return state }
                case .released: mode = .direct
                case nil: return end(on: isolation)
                }
            case .ended:
                return nil
            }
        }
    }

    @usableFromInline var holdsTurn: Bool { mode == .direct && turn != nil }

    // MARK: The consumer's steps

    /// Takes a turn and runs a step in it; false if the graph has been cancelled.
    @usableFromInline
    func takeTurn(on isolation: isolated GraphIsolation, _ step: () -> Void) async -> Bool {
        guard !isolation.tasks.isCancelled, let turn = await isolation.turnIgnoringCancellation() else { return false }
        let end = turn.step(step)
        self.turn = consume turn
        if graph.engine.isSuspended {
            // The step waits for a transformer, which yields states meanwhile.
            startAttendant(on: isolation)
        } else if end == .done || sink.isEmpty {
            await endTurn(on: isolation)
        }
        return true
    }

    /// Ends the turn, after all of its states have been taken; keeps it while the next actions of its steps emit states.
    @usableFromInline
    func endTurn(on isolation: isolated GraphIsolation) async {
        guard let turn = turn.take() else { return }
        while turn.endSteps() == .open {
            let mustWait = graph.engine.isSuspended
            guard !mustWait, sink.isEmpty else {
                self.turn = consume turn
                if mustWait { startAttendant(on: isolation) }
                return
            }
            await ActorExit.yieldThread()
        }
        turn.end()
        if !graph.engine.waitsForActions { startAttendant(on: isolation) }
    }

    @inlinable
    func pull(on isolation: isolated GraphIsolation) async -> Action? {
        guard var iterator = upstream.iterator.take() else { return nil }
        let action = await iterator.next(isolation: isolation)
        if !graph.engine.isCancelled { upstream.iterator = iterator }
        return action
    }

    @usableFromInline
    func end(on isolation: isolated GraphIsolation) -> State? {
        mode = .ended
        upstream.iterator = nil
        isolation.cancel()
        return nil
    }

    // MARK: The attendant

    /// Starts the attendant, which settles the present turn, if there is one.
    private func startAttendant(on isolation: isolated GraphIsolation) {
        mode = .attended
        let driver = GraphBound(self, to: isolation.token)
        let attendant = isolation.tasks.start { [attending] in await attending(driver, isolation) }
        if attendant == nil { turn.take()?.end() }
    }

    /// Takes actions until only an action can change the graph, or until the actions end.
    @inlinable
    func attend(on isolation: isolated GraphIsolation) async {
        await settleTurn(on: isolation)
        while !waitsForActions {
            guard let action = await pull(on: isolation) else { return await actionsEnded(on: isolation) }
            guard
                await takeAttendedTurn(
                    on: isolation,
                    { graph.handle(action) }
                )
            else { return }
        }
        await sink.release()
    }

    @usableFromInline var waitsForActions: Bool { graph.engine.waitsForActions }

    @usableFromInline
    func settleTurn(on isolation: isolated GraphIsolation) async {
        if let turn = turn.take() { await turn.settleAndEnd() }
    }

    @usableFromInline
    func actionsEnded(on isolation: isolated GraphIsolation) async {
        if !isolation.tasks.isCancelled { await isolation.finish() }
        sink.finish()
    }

    /// Runs a step in a turn of the attendant; false if the graph has been cancelled.
    @usableFromInline
    func takeAttendedTurn(on isolation: isolated GraphIsolation, _ step: () -> Void) async -> Bool {
        if graph.engine.agenda.intake == .closing {
            graph.engine.pauseIntake(named: name)
            await graph.engine.inFlight.room()
        }
        guard let turn = await isolation.turnIgnoringCancellation() else { return false }
        let end = turn.step(step)
        if end == .done { turn.end() } else { await turn.settleAndEnd() }
        return true
    }
}

/// A message to the consumer of an attended graph. Without the state, so that the channel of a graph is not generic.
@usableFromInline
enum StreamHandover: Sendable {
    /// A state has been handed over.
    case state
    /// Nothing is in flight any more: the consumer runs the steps again.
    case released
}
