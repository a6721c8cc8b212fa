import TestSupport
import Testing
import UnoTesting

@Suite("The state machine of a bridge")
struct BridgeStateMachineTests {
    /// What happened before, so that the sequences reach far.
    enum Opening: String, CaseIterable {
        case none
        case settled
        case waiting
        case working
        case engineHandles
        case pumpIsReleased
        case stateIsLate
        case stateInTurn
        case finishing

        func moves(engineRunsJobs: Bool) -> [BridgeMove] {
            func opening(_ opening: Self) -> [BridgeMove] { opening.moves(engineRunsJobs: engineRunsJobs) }
            return switch self {
            case .none: []
            case .settled: [.runnerLooks, .runnerWaits, .transformerAsked, .engineLooks]
            case .waiting: opening(.settled) + [.feed, .engineLooks, .engineWaits]
            case .working:
                engineRunsJobs
                    ? opening(.settled) + [.feed, .jobQueued, .engineLooks]
                    : opening(.waiting) + [.jobQueued, .runnerLooks]
            case .engineHandles: opening(.working) + [.offer, .engineLooks]
            case .pumpIsReleased: opening(.engineHandles) + [.transformerAsked, .engineLooks, .jobQueued]
            case .stateIsLate: opening(.settled) + [.jobQueued, .runnerLooks, .offer]
            case .stateInTurn: opening(.stateIsLate) + [.takeLate]
            case .finishing: opening(.settled) + [.finishInput]
            }
        }
    }

    @Test(
        "does in every possible short sequence of moves what the model does", arguments: Opening.allCases,
        [true, false])
    func agreesWithTheModelExhaustively(opening: Opening, engineRunsJobs: Bool) {
        var count = 0
        let script = BridgeScript(opening.moves(engineRunsJobs: engineRunsJobs), engineRunsJobs: engineRunsJobs)
        #expect(script.firstDifference(continuedBy: Scale.isWhole ? 5 : 4, count: &count) == nil)
        #expect(count > (Scale.isWhole ? 5_000 : 500))
    }

    @Test("does in long random sequences what the model does", arguments: 0..<8 as Range<UInt64>, [true, false])
    func agreesWithTheModelAtLength(seed: UInt64, engineRunsJobs: Bool) {
        var generator = SplitMix(seed: seed)
        for _ in 0..<Scale.chosen(60) {
            var script = BridgeScript([], engineRunsJobs: engineRunsJobs)
            for _ in 0..<150 {
                // Ending moves are rare; otherwise most sequences would end too early to test anything.
                let isRare = Int.random(in: 0..<60, using: &generator) == 0
                let moves = BridgeMove.allCases.filter { script.model.allows($0) && $0.isFinal == isRare }
                if let move = moves.randomElement(using: &generator) { script.append(move) }
            }
            #expect(script.firstDifference() == nil)
        }
    }

    @Test("has the engine run a job for each action, however many actions follow each other")
    func manyActions() {
        let round: [BridgeMove] = [.feed, .jobQueued, .engineLooks, .transformerAsked, .engineLooks]
        let moves = Opening.settled.moves(engineRunsJobs: true) + Array(repeating: round, count: 40).flatMap(\.self)
        #expect(BridgeScript(moves, engineRunsJobs: true).firstDifference() == nil)
    }

    @Test("has the engine run as many jobs of an action as before, once it has waited for the runner")
    func manyStates() {
        let first: [BridgeMove] = [.feed, .jobQueued, .engineLooks, .offer, .engineLooks, .engineLooks, .jobQueued]
        let next: [BridgeMove] = [.engineLooks, .pumpGoesOn, .offer, .engineLooks, .engineLooks, .jobQueued]
        // The runner runs one job; the engine goes on with those that its own release brings.
        let wait: [BridgeMove] = [
            .engineLooks, .engineWaits, .runnerLooks, .pumpGoesOn, .offer, .engineLooks, .runnerLooks, .runnerWaits,
            .engineLooks, .jobQueued,
        ]
        let opening = Opening.settled.moves(engineRunsJobs: true) + first
        let moves = [opening, wait, wait].reduce([]) { moves, start in
            moves + start + Array(repeating: next, count: start == opening ? 31 : 32).flatMap(\.self)
        }
        #expect(BridgeScript(moves, engineRunsJobs: true).firstDifference() == nil)
    }
}
