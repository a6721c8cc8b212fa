import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation

/// Compositions in which the graph and the reference once differed.
@Suite(.timeLimit(.hang), .tags(.fusedAndHostedAlike))
struct FindingTests {
    struct Finding: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var composition: Composition
        var actions: [Act]

        init(_ description: String, _ composition: Composition, _ actions: [Act]) {
            (testDescription, self.composition, self.actions) = (description, composition, actions)
        }
    }

    private static func handler(
        _ initial: Int, _ change: Handler.Change = .none, storing: Handler.Storing = .stores, script: Script = .state
    ) -> Composition {
        .interact(
            Handler(
                initial: initial,
                reactions: [Handler.Reaction(digit: 1, change: change, script: script)],
                storing: storing)
        )
    }

    /// Made for each use: LeakSanitizer does not find what a stored indirect enum refers to.
    static var all: [Finding] {
        [
            Finding(
                "a pushed element that starts a transformer, in a child whose parent hears of each state",
                .when(
                    .merge(handler(9, .enter(6), storing: .leaves), handler(9)), .optional, .forwarded, .never,
                    .stacked(handler(2), .stacked(handler(7), .transformer(Transformation(factor: 5, pulls: false))))
                ),
                [
                    .step(0), .optional(.stack(.push(Tree(2)))),
                    .optional(.stack(.element(id: StackElementID(0), action: .stack(.push(Tree(3)))))),
                ]
            )
        ]
    }

    @Test("agree now", arguments: all, Host.allCases) func agree(finding: Finding, host: Host) {
        for schedule in 0..<UInt64(Scale.chosen(100)) {
            let comparison = ModelComparison(finding.composition, in: host, schedule: schedule)
            let difference = comparison.difference(finding.actions.map { .send($0) })
            #expect(difference == nil)
            #expect(!comparison.isUndecided)
        }
    }
}
