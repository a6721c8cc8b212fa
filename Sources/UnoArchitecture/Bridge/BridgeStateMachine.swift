internal import UnoAsync

/// Tracks whether a stream transformer has asked for an action, and whether the pump has taken its states.
///
/// `Engine` and `Pump` stand for the continuations of the two waiting tasks; the machine returns each exactly once.
struct BridgeStateMachine<State: Sendable, Engine: Sendable, Pump: Sendable>: ~Copyable, Sendable {
    private enum Output: Sendable {
        /// The pump runs or is about to run. Then `atRest`, `offered`, `handling` or `ended`.
        case running
        /// The pump waits for the transformer to yield. Then `running` or `ended`.
        case atRest
        /// A state waits for the engine, or for a turn of its own; the pump waits, or is about to. Then `handling` or `ended`.
        case offered(State, AsyncLockWithdrawal, Pump?)
        /// A state is handled: by the engine, or in the turn that has this withdrawal; the pump waits, or is about to. Then
        /// `released` or `ended`.
        case handling(Pump?, late: AsyncLockWithdrawal?)
        /// The state has been handled; the pump is about to continue. Then `running` or `ended`.
        case released
        /// The transformer yields no more states. Final.
        case ended
    }

    enum Action {
        case none
        case tellEngine(Engine, BridgeEvent<State>, AsyncLockWithdrawal?)
        case releasePump(Pump)
        case both(Engine?, Pump?)
    }

    enum Offer {
        case taken(Engine)
        /// The state waits for a turn of its own, unless the withdrawal withdraws it.
        case late(AsyncLockWithdrawal)
        case refused
    }

    enum Feed {
        case send
        case refuse(BridgeFeed)
    }

    var pump: GraphTasks.ID?
    private var output = Output.running
    /// The number of times that the pump was about to run.
    private var wakes = 0
    private var engine: Engine?
    /// Whether the transformer waits for an action.
    private var hasAsked = false
    private var hasEverAsked = false
    /// Whether the transformer still holds its stream of actions.
    private var isListening = true
    private var inputHasFinished = false

    var hasEnded: Bool {
        if case .ended = output { true } else { false }
    }

    // MARK: The pump

    mutating func pumpWoke() {
        wakes += 1
        if case .atRest = output { output = .running }
    }

    mutating func pumpCameToRest(after wakes: Int) -> Action {
        guard case .running = output, wakes == self.wakes else { return .none }
        output = .atRest
        return settleIfReady()
    }

    /// - Parameter withdrawal: made only for a state that the engine does not take at once.
    mutating func offer(_ state: State, _ withdrawal: @autoclosure () -> AsyncLockWithdrawal) -> Offer {
        switch output {
        case .ended: return .refused
        case .running, .atRest:
            guard let engine = engine.take() else {
                let withdrawal = withdrawal()
                output = .offered(state, withdrawal, nil)
                return .late(withdrawal)
            }
            output = .handling(nil, late: nil)
            return .taken(engine)
        case .offered, .handling, .released:
            fatalError("The pump offers a state in \(output)")
        }
    }

    /// The offered state's turn has come; nil if the engine has taken the state, or the bridge has ended.
    mutating func takeLate(_ withdrawal: AsyncLockWithdrawal) -> State? {
        guard case .offered(let state, let own, let pump) = output, own === withdrawal else { return nil }
        output = .handling(pump, late: withdrawal)
        return state
    }

    /// The offered state's turn is over.
    mutating func lateHandled(_ withdrawal: AsyncLockWithdrawal) -> Action {
        // A step of that turn may have waited for the transformer, and so have released the pump.
        guard case .handling(let pump, late: let own?) = output, own === withdrawal else { return .none }
        output = .released
        return pump.map { .releasePump($0) } ?? .none
    }

    mutating func pumpWaits(_ pump: Pump) -> Action {
        switch output {
        case .offered(let state, let withdrawal, nil):
            output = .offered(state, withdrawal, pump)
            return .none
        case .handling(nil, let late):
            output = .handling(pump, late: late)
            return .none
        case .released, .ended:
            return .releasePump(pump)
        case .running, .atRest, .offered, .handling:
            fatalError("The pump waits in \(output)")
        }
    }

    /// The pump continues. Only the pump reports that: between its release and its run the executor may report it idle.
    mutating func pumpGoesOn() {
        if case .released = output { output = .running }
    }

    mutating func end() -> Action {
        output = .ended
        guard let engine = engine.take() else { return .none }
        return .tellEngine(engine, .settled, nil)
    }

    // MARK: The transformer

    mutating func transformerAsked() -> Action {
        hasAsked = true
        hasEverAsked = true
        return settleIfReady()
    }

    /// The transformer has released its stream of actions.
    mutating func listenerLeft() -> Action {
        isListening = false
        return settleIfReady()
    }

    // MARK: The engine

    mutating func engineWaits(_ waiting: Engine) -> Action {
        guard engine == nil else { fatalError("Two steps wait for one transformer") }
        switch output {
        case .ended:
            return .tellEngine(waiting, .settled, nil)
        case .offered(let state, let withdrawal, let pump):
            output = .handling(pump, late: nil)
            return .tellEngine(waiting, .emitted(state), withdrawal)
        case .handling(let pump, _):
            engine = waiting
            output = .released
            return pump.map { .releasePump($0) } ?? .none
        case .running, .atRest, .released:
            engine = waiting
            return settleIfReady()
        }
    }

    mutating func feed() -> Feed {
        if hasEnded { return .refuse(.ended) }
        guard isListening else { return .refuse(hasEverAsked ? .ended : .ignored) }
        hasAsked = false
        return .send
    }

    /// No more actions follow; true if the transformer cannot notice, because it has released its stream of actions.
    mutating func finishInput() -> Bool {
        inputHasFinished = true
        return !isListening && !hasEnded
    }

    mutating func cancel() -> Action {
        defer { output = .ended }
        switch output {
        case .offered(_, _, let pump), .handling(let pump, _): return .both(engine.take(), pump)
        case .running, .atRest, .released, .ended: return .both(engine.take(), nil)
        }
    }

    /// Whether an engine that waits now would be told at once.
    var isSettled: Bool {
        switch output {
        case .atRest: !inputHasFinished && (hasAsked || !isListening)
        case .ended: true
        case .running, .offered, .handling, .released: false
        }
    }

    private mutating func settleIfReady() -> Action {
        guard isSettled, let engine = engine.take() else { return .none }
        return .tellEngine(engine, .settled, nil)
    }
}

/// An event of a stream transformer for which the engine waits.
enum BridgeEvent<State: Sendable>: Sendable {
    case emitted(State)
    /// The transformer waits for its next action, or will never take one.
    case settled
}
