import Testing
import UnoTesting

@Suite("The state machine of a bridge")
struct BridgeStateMachineTests {
    /// What happened before, so that the sequences reach far.
    enum Opening: String, CaseIterable {
        case none
        case settled
        case fed
        case engineHandles
        case pumpWaits
        case stateIsLate
        case stateInTurn

        var moves: [BridgeMove] {
            switch self {
            case .none: []
            case .settled: [.transformerAsked, .pumpCameToRest, .engineWaits]
            case .fed: Self.settled.moves + [.feed, .engineWaits]
            case .engineHandles: Self.fed.moves + [.pumpWoke, .offer]
            case .pumpWaits: Self.engineHandles.moves + [.transformerAsked, .pumpWaits]
            case .stateIsLate: Self.settled.moves + [.pumpWoke, .offer]
            case .stateInTurn: Self.stateIsLate.moves + [.pumpWaits, .takeLate]
            }
        }
    }

    @Test("does in every possible sequence of 5 moves what the model does", arguments: Opening.allCases)
    func agreesWithTheModelExhaustively(opening: Opening) {
        var count = 0
        #expect(BridgeScript(opening.moves).firstDifference(continuedBy: 5, count: &count) == nil)
        #expect(count > 5_000)
    }

    @Test("does in long random sequences what the model does", arguments: 0..<8 as Range<UInt64>)
    func agreesWithTheModelAtLength(seed: UInt64) {
        var generator = SplitMix(seed: seed)
        for _ in 0..<60 {
            var script = BridgeScript([])
            for _ in 0..<150 {
                // Ending moves are rare; otherwise most sequences would end too early to test anything.
                let isRare = Int.random(in: 0..<60, using: &generator) == 0
                let moves = BridgeMove.allCases.filter { script.model.allows($0) && $0.isFinal == isRare }
                if let move = moves.randomElement(using: &generator) { script.append(move) }
            }
            #expect(script.firstDifference() == nil)
        }
    }
}
