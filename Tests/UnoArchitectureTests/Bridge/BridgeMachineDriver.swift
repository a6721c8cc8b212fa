import AsyncKit

@testable import UnoArchitecture

/// Plays moves on the real machine, with numbers for the waiting parties, and checks the rules that hold in any order.
struct BridgeMachineDriver: ~Copyable {
    typealias Machine = BridgeStateMachine<Int, Int, Int, Int, Int>

    private var machine: Machine
    /// The states that were offered and not taken yet.
    private var offered: [Int] = []
    private var withdrawals: [(state: Int, withdrawal: AsyncLockWithdrawal)] = []
    /// Those whose turns have not come, and those whose turns are not over, in order.
    private var entering: [AsyncLockWithdrawal] = []
    private var inTurn: [AsyncLockWithdrawal] = []
    private var waiting: Set<Int> = []
    /// The jobs that no party has run.
    private var jobs: [Int] = []
    /// A rule that was broken.
    private(set) var complaint: String?

    init(engineRunsJobs: Bool) { machine = Machine(engineRunsJobs: engineRunsJobs) }

    var hasEnded: Bool { machine.hasEnded }

    mutating func play(_ move: BridgeMove, number: Int) -> [BridgeOutcome] {
        let outcomes = outcomes(of: move, number)
        for outcome in outcomes { check(outcome) }
        if hasEnded { offered = [] }
        return outcomes
    }

    private mutating func outcomes(of move: BridgeMove, _ number: Int) -> [BridgeOutcome] {
        switch move {
        case .jobQueued:
            jobs.append(number)
            return outcomes(machine.enqueue(number))
        case .offer:
            let withdrawal = AsyncLockWithdrawal()
            if !offered.isEmpty { complaint = "state \(offered) is lost" }
            waiting.insert(number)
            if !hasEnded { offered.append(number) }
            switch machine.offer(number, from: number, withdrawal) {
            case .taken(let wakes): return outcomes(wakes)
            case .late:
                withdrawals.append((number, withdrawal))
                entering.append(withdrawal)
                return [.late(number)]
            }
        case .takeLate:
            let withdrawal = entering.removeFirst()
            inTurn.append(withdrawal)
            return [.hasTurn(machine.takeLate(withdrawal))]
        case .lateHandled: return outcomes(machine.lateHandled(inTurn.removeFirst()))
        case .pumpGoesOn: return [.goesOn(machine.pumpGoesOn())]
        case .end: return outcomes(machine.end())
        case .runnerLooks:
            switch machine.runnerLooks() {
            case .run(let job): return [.runs(job: job)]
            case .wait(let wakes): return outcomes(wakes) + [.waits]
            case .stop: complaint = "the runner stops before it is told"
            }
        case .runnerWaits:
            waiting.insert(number)
            return outcomes(machine.runnerWaits(number))
        case .transformerAsked: return outcomes(machine.transformerAsked())
        case .listenerLeft: return outcomes(machine.listenerLeft())
        case .engineLooks, .engineMustLeave:
            switch machine.engineLooks(mustLeave: move == .engineMustLeave) {
            case .run(let job): return [.runs(job: job)]
            case .release(let pump): return [.woke(.pump(pump))]
            case .emitted(let state, let withdrawal, let wakes):
                let withdrawn = withdrawals.filter { $0.withdrawal === withdrawal }
                return withdrawn.map { .withdrew($0.state) } + [.emitted(state)] + outcomes(wakes)
            case .settled(let wakes): return [.settled] + outcomes(wakes)
            case .wait(let wakes): return outcomes(wakes) + [.waits]
            }
        case .engineWaits:
            waiting.insert(number)
            return outcomes(machine.engineWaits(number))
        case .feed:
            switch machine.feed() {
            case .send: return [.fed(.accepted)]
            case .refuse(let refusal): return [.fed(refusal)]
            }
        case .engineLeaves: return outcomes(machine.engineLeaves())
        case .finishInput: return machine.finishInput() ? [.needsCancelling] : []
        case .cancel: return outcomes(machine.cancel())
        }
        return []
    }

    private func outcomes(_ wakes: Machine.Wakes) -> [BridgeOutcome] {
        var outcomes: [BridgeOutcome] = []
        if let engine = wakes.engine { outcomes.append(.woke(.engine(engine))) }
        if let pump = wakes.pump { outcomes.append(.woke(.pump(pump))) }
        if let runner = wakes.runner { outcomes.append(.woke(.runner(runner))) }
        return outcomes
    }

    /// Checks that each waiting party is resumed once, that each job runs once, and that states are delivered once, each of
    /// them in order.
    private mutating func check(_ outcome: BridgeOutcome) {
        switch outcome {
        case .woke(.engine(let waiter)), .woke(.pump(let waiter)), .woke(.runner(let waiter)):
            if waiting.remove(waiter) == nil { complaint = "\(waiter), which does not wait, is resumed" }
        case .runs(let job):
            if jobs.first == job { jobs.removeFirst() } else { complaint = "job \(job) is not the next" }
        case .emitted(let state), .hasTurn(let state?):
            if offered.first == state { offered.removeFirst() } else { complaint = "state \(state) is not the next" }
        case .waits, .settled, .withdrew, .late, .hasTurn(nil), .goesOn, .fed, .needsCancelling: break
        }
    }
}
