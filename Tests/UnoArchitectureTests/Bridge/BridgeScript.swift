@testable import UnoArchitecture

/// Moves that can follow each other, and the model's outcome of each.
struct BridgeScript {
    private(set) var moves: [BridgeMove] = []
    private(set) var model: BridgeModel
    private let engineRunsJobs: Bool
    private var expected: [(outcomes: [BridgeOutcome], isOver: Bool)] = []

    /// - Precondition: the model allows each of the moves when it comes.
    init(_ moves: [BridgeMove], engineRunsJobs: Bool) {
        self.engineRunsJobs = engineRunsJobs
        model = BridgeModel(engineRunsJobs: engineRunsJobs)
        for move in moves { append(move) }
    }

    mutating func append(_ move: BridgeMove) {
        guard model.allows(move) else { fatalError("\(move) cannot follow \(moves)") }
        let outcomes = model.play(move, number: moves.count)
        moves.append(move)
        expected.append((outcomes, model.isOver))
    }

    /// Plays the moves on a real machine, and returns the first difference from the model or broken rule.
    func firstDifference() -> String? {
        var machine = BridgeMachineDriver(engineRunsJobs: engineRunsJobs)
        for (number, move) in moves.enumerated() {
            let outcomes = machine.play(move, number: number)
            if let complaint = machine.complaint { return "\(moves): \(complaint) at move \(number)" }
            let (wanted, isOver) = expected[number]
            if outcomes != wanted { return "\(moves): \(outcomes) instead of \(wanted) at move \(number)" }
            if machine.hasEnded != isOver { return "\(moves): the end is missed or early at move \(number)" }
        }
        return nil
    }

    /// Does the same for each continuation by `length` moves, until one differs. Shorter continuations need no run:
    /// they are prefixes of these.
    func firstDifference(continuedBy length: Int, count: inout Int) -> String? {
        guard length > 0 else {
            count += 1
            return firstDifference()
        }
        for move in BridgeMove.allCases where model.allows(move) {
            var longer = self
            longer.append(move)
            if let difference = longer.firstDifference(continuedBy: length - 1, count: &count) { return difference }
        }
        return nil
    }
}
