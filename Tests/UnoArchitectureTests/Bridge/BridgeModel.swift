@testable import UnoArchitecture

/// A bridge, written for clarity: where the pump, the runner and the engine are, and who is in charge of the queued jobs.
struct BridgeModel {
    /// Where the pump is: one task, which does one thing after the other.
    private enum Place: Equatable {
        /// Waits for the transformer to yield, or is about to.
        case betweenStates
        /// Waits until its state is handled.
        case offering(Int)
        /// Was released, and has not noticed yet.
        case released
        /// Cannot offer a state any more, so that it will end.
        case aboutToEnd
        case gone
    }

    /// Where a party is that can run the pump's jobs.
    private enum Party: Equatable {
        /// Elsewhere; only the engine.
        case away
        /// Will look what there is to do.
        case looks
        /// Runs a job, and then looks.
        case works
        case willWait
        case waits(Int)
    }

    private enum Charge {
        case none
        case engine
        case runner
    }

    private let engineRunsJobs: Bool
    private var pump = Place.betweenStates
    private var engine = Party.away
    private var runner = Party.looks
    private var charge = Charge.none
    private var queue: [Int] = []
    private var row = 0
    private var justFed = false
    /// Whether the engine has resumed the pump and not looked since: it may run what is queued now.
    private var resumes = false
    /// Whether the queue holds a job that is not for the engine.
    private var hasForeign = false
    /// The state that was yielded and not taken yet.
    private var offered: Int?
    /// The state that is handled in a turn of its own.
    private var lateInTurn: Int?
    /// The states that wait for turns of their own, and those whose turns are not over, in order. A state that the engine
    /// has taken meanwhile may have its turn all the same: then that does nothing.
    private var entering: [Int] = []
    private var inTurn: [Int] = []
    private var hasAsked = false
    private var hasEverAsked = false
    private var isListening = true
    private var inputHasFinished = false
    /// Nothing more is yielded, or no consumer is left.
    private(set) var isOver = false

    init(engineRunsJobs: Bool) { self.engineRunsJobs = engineRunsJobs }

    private var isSettled: Bool {
        let isIdle = queue.isEmpty && charge != .runner
        return isOver || pump == .betweenStates && isIdle && (hasAsked || !isListening) && !inputHasFinished
    }

    /// Whether the move can come next. Other orders are impossible: each party does one thing after the other.
    func allows(_ move: BridgeMove) -> Bool {
        let isJobRunning = engine == .works || runner == .works
        return switch move {
        case .jobQueued: true
        case .offer: isJobRunning && pump == .betweenStates
        case .takeLate: !entering.isEmpty
        case .lateHandled: !inTurn.isEmpty
        case .pumpGoesOn: isJobRunning && pump == .released
        case .end: isJobRunning && (pump == .betweenStates || pump == .aboutToEnd)
        case .runnerLooks: runner == .looks || runner == .works
        case .runnerWaits: runner == .willWait
        // A transformer that asks still has the stream of actions, which is released once.
        case .transformerAsked, .listenerLeft: isListening
        case .engineLooks, .engineMustLeave: [.away, .looks, .works].contains(engine)
        case .engineWaits: engine == .willWait
        case .feed: engine == .away
        case .engineLeaves: engine == .looks && justFed
        case .finishInput, .cancel: true
        }
    }

    mutating func play(_ move: BridgeMove, number: Int) -> [BridgeOutcome] {
        switch move {
        case .jobQueued:
            queue.append(number)
            if charge != .engine || !resumes { hasForeign = true }
            return charge == .none ? callRunner() : []
        case .offer: return offer(number)
        case .takeLate:
            let state = entering.removeFirst()
            inTurn.append(state)
            guard offered == state else { return [.hasTurn(nil)] }
            (offered, lateInTurn) = (nil, state)
            return [.hasTurn(state)]
        case .lateHandled:
            guard lateInTurn == inTurn.removeFirst() else { return [] }
            return isOver ? [] : releasePump()
        case .pumpGoesOn:
            pump = isOver ? .aboutToEnd : .betweenStates
            return [.goesOn(!isOver)]
        case .end:
            pump = .gone
            isOver = true
            return wakeEngine()
        case .runnerLooks: return runnerLooks()
        case .runnerWaits:
            if charge == .runner {
                runner = .looks
                return [.woke(.runner(number))]
            }
            runner = .waits(number)
            return []
        case .transformerAsked:
            (hasAsked, hasEverAsked) = (true, true)
            return wakeEngineIfSettled()
        case .listenerLeft:
            isListening = false
            return wakeEngineIfSettled()
        case .engineLooks: return engineLooks(mustLeave: false)
        case .engineMustLeave: return engineLooks(mustLeave: true)
        case .engineWaits: return engineWaits(number)
        case .feed: return feed()
        case .engineLeaves:
            (engine, justFed) = (.away, false)
            return leave()
        case .finishInput:
            inputHasFinished = true
            return !isOver && !isListening ? [.needsCancelling] : []
        case .cancel:
            isOver = true
            offered = nil
            return wakeEngine() + releasePump()
        }
    }

    private mutating func offer(_ state: Int) -> [BridgeOutcome] {
        pump = .offering(state)
        if isOver { return releasePump() }
        offered = state
        if charge == .engine { return [] }
        let woken = wakeEngine()
        if woken.isEmpty {
            entering.append(state)
            return [.late(state)]
        }
        return woken
    }

    private mutating func runnerLooks() -> [BridgeOutcome] {
        if charge == .runner, !queue.isEmpty {
            runner = .works
            return [.runs(job: queue.removeFirst())]
        }
        runner = .willWait
        guard charge == .runner else { return [.waits] }
        (charge, hasForeign) = (.none, false)
        return wakeEngineIfSettled() + [.waits]
    }

    private mutating func engineLooks(mustLeave: Bool) -> [BridgeOutcome] {
        (justFed, resumes) = (false, false)
        if isOver {
            engine = .away
            return [.settled] + leave()
        }
        if let state = offered {
            let withdrawn = entering.contains(state) ? [BridgeOutcome.withdrew(state)] : []
            offered = nil
            engine = .away
            return withdrawn + [.emitted(state)] + leave()
        }
        if case .offering = pump {
            // Its state has been handled, or is handled in a turn whose step waits now.
            lateInTurn = nil
            engine = .looks
            takeCharge()
            resumes = true
            return releasePump()
        }
        if charge == .runner {
            engine = .willWait
            return [.waits]
        }
        if isSettled {
            engine = .away
            return [.settled] + leave()
        }
        if row == 32 || mustLeave || hasForeign {
            engine = .willWait
            return leave() + [.waits]
        }
        if queue.isEmpty {
            engine = .willWait
            takeCharge()
            return [.waits]
        }
        row += 1
        engine = .works
        return [.runs(job: queue.removeFirst())]
    }

    private mutating func engineWaits(_ number: Int) -> [BridgeOutcome] {
        row = 0
        engine = .waits(number)
        var hasSomethingToSee = isOver
        if case .offering = pump { hasSomethingToSee = true }
        if hasSomethingToSee {
            engine = .looks
            return [.woke(.engine(number))]
        }
        let woken = leave()
        return woken.isEmpty ? wakeEngineIfSettled() : woken
    }

    private mutating func feed() -> [BridgeOutcome] {
        if !isSettled { return [.fed(.busy)] }
        if isOver { return [.fed(.ended)] }
        if !isListening { return [.fed(hasEverAsked ? .ended : .ignored)] }
        hasAsked = false
        row = 0
        (engine, justFed) = (.looks, true)
        takeCharge()
        resumes = true
        return [.fed(.accepted)]
    }

    // MARK: Who is in charge

    private mutating func takeCharge() {
        if engineRunsJobs, charge == .none { charge = .engine }
    }

    /// The engine leaves the queue to the runner, if there is anything in it.
    private mutating func leave() -> [BridgeOutcome] {
        guard charge == .engine else { return [] }
        (charge, resumes) = (.none, false)
        return queue.isEmpty ? [] : callRunner()
    }

    private mutating func callRunner() -> [BridgeOutcome] {
        charge = .runner
        guard case .waits(let number) = runner else { return [] }
        runner = .looks
        return [.woke(.runner(number))]
    }

    private mutating func wakeEngine() -> [BridgeOutcome] {
        guard case .waits(let number) = engine else { return [] }
        engine = .looks
        return [.woke(.engine(number))]
    }

    private mutating func wakeEngineIfSettled() -> [BridgeOutcome] { isSettled ? wakeEngine() : [] }

    private mutating func releasePump() -> [BridgeOutcome] {
        guard case .offering(let number) = pump else { return [] }
        pump = .released
        return [.woke(.pump(number))]
    }
}
