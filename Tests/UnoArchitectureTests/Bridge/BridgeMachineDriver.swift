import UnoAsync

@testable import UnoArchitecture

/// Plays moves on the real machine, with numbers for the waiting parties, and checks the rules that hold in any order.
struct BridgeMachineDriver: ~Copyable {
    private var machine = BridgeStateMachine<Int, Int, Int>()
    private var wakes = 0
    /// The states that were offered and not taken yet.
    private var offered: [Int] = []
    private var withdrawals: [(state: Int, withdrawal: AsyncLockWithdrawal)] = []
    /// Those whose turns have not come, and those whose turns are not over, in order.
    private var entering: [AsyncLockWithdrawal] = []
    private var inTurn: [AsyncLockWithdrawal] = []
    private var waiting: Set<Int> = []
    /// A rule that was broken.
    private(set) var complaint: String?

    var hasEnded: Bool { machine.hasEnded }

    mutating func play(_ move: BridgeMove, number: Int) -> [BridgeOutcome] {
        let outcomes = outcomes(of: move, number)
        for outcome in outcomes { check(outcome) }
        if hasEnded { offered = [] }
        return outcomes
    }

    private mutating func outcomes(of move: BridgeMove, _ number: Int) -> [BridgeOutcome] {
        switch move {
        case .pumpWoke:
            wakes += 1
            machine.pumpWoke()
        case .pumpCameToRest: return outcomes(machine.pumpCameToRest(after: wakes))
        case .restIsOutrun: return outcomes(machine.pumpCameToRest(after: wakes - 1))
        case .offer:
            let withdrawal = AsyncLockWithdrawal()
            if !offered.isEmpty { complaint = "state \(offered) is lost" }
            switch machine.offer(number, withdrawal) {
            case .taken(let engine):
                offered.append(number)
                return [.emitted(number, engine: engine)]
            case .late:
                offered.append(number)
                withdrawals.append((number, withdrawal))
                entering.append(withdrawal)
            case .refused: return [.refused(number)]
            }
        case .takeLate:
            let withdrawal = entering.removeFirst()
            inTurn.append(withdrawal)
            return [.hasTurn(machine.takeLate(withdrawal))]
        case .lateHandled: return outcomes(machine.lateHandled(inTurn.removeFirst()))
        case .pumpWaits:
            waiting.insert(number)
            return outcomes(machine.pumpWaits(number))
        case .pumpGoesOn: machine.pumpGoesOn()
        case .end: return outcomes(machine.end())
        case .transformerAsked: return outcomes(machine.transformerAsked())
        case .listenerLeft: return outcomes(machine.listenerLeft())
        case .engineWaits:
            waiting.insert(number)
            return outcomes(machine.engineWaits(number))
        case .feed:
            switch machine.feed() {
            case .send: return [.fed(.accepted)]
            case .refuse(let refusal): return [.fed(refusal)]
            }
        case .finishInput: return machine.finishInput() ? [.needsCancelling] : []
        case .cancel: return outcomes(machine.cancel())
        }
        return []
    }

    private func outcomes(_ action: BridgeStateMachine<Int, Int, Int>.Action) -> [BridgeOutcome] {
        switch action {
        case .none: return []
        case .tellEngine(let engine, let event, let withdrawal):
            let withdrawn = withdrawals.filter { $0.withdrawal === withdrawal }.map { BridgeOutcome.withdrew($0.state) }
            switch event {
            case .emitted(let state): return withdrawn + [.emitted(state, engine: engine)]
            case .settled: return withdrawn + [.settled(engine: engine)]
            }
        case .releasePump(let pump): return [.released(pump: pump)]
        case .both(let engine, let pump):
            return (engine.map { [.settled(engine: $0)] } ?? []) + (pump.map { [.released(pump: $0)] } ?? [])
        }
    }

    /// Checks that each waiting party is resumed once, and that states are delivered once, in the order of the offers.
    private mutating func check(_ outcome: BridgeOutcome) {
        switch outcome {
        case .emitted(let state, let engine):
            answer(engine)
            handOn(state)
        case .settled(let waiter), .released(let waiter): answer(waiter)
        case .hasTurn(let state?): handOn(state)
        case .withdrew, .refused, .hasTurn(nil), .fed, .needsCancelling: break
        }
    }

    private mutating func answer(_ waiter: Int) {
        if waiting.remove(waiter) == nil { complaint = "\(waiter), which does not wait, is answered" }
    }

    private mutating func handOn(_ state: Int) {
        if offered.first == state { offered.removeFirst() } else { complaint = "state \(state) is not the next" }
    }
}
