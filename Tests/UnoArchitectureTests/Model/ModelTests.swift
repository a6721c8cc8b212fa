import TestSupport
import Testing
import UnoArchitecture

/// Law 9: whatever the composition, the script and the schedule, every host does what the reference does.
@Suite(.timeLimit(.hang))
struct ModelTests {
    /// A failure names its own seed, which reproduces it alone.
    static let firstSeed = Scale.firstSeed
    static let compositionCount = Scale.chosen(debug: 2_000, release: 30_000)

    private static let shares = [
        Generator.Shares(machines: 15, dispatches: 6),
        // More of the operations that are hard to compare together with bursts.
        Generator.Shares(machines: 45, dispatches: 14, hasBursts: false),
        Generator.Shares(machines: 25, dispatches: 14, attachments: 12, hasBursts: false),
    ]

    private static func compare(seed: UInt64, host: Host, shares: Generator.Shares) -> (
        difference: String?, isUndecided: Bool
    ) {
        var generator = Generator(seed: seed, shares: shares)
        // Most are small, because small ones are easy to understand when they fail.
        let isLarge = seed % 8 == 0
        let composition = generator.composition(depth: isLarge ? 6 : 4)
        let operations = generator.operations(isLarge ? 40 : 12)
        let comparison = ModelComparison(composition, in: host, schedule: seed)
        let difference = comparison.difference(operations).map { "seed \(seed), \($0)\n\(short(composition))" }
        return (difference, comparison.isUndecided)
    }

    private static func short(_ composition: Composition) -> String {
        var text = "\(composition)"
        while let name = text.firstMatch(of: /UnoArchitecture[A-Za-z]*\.([A-Z][A-Za-z]*\.)*/) {
            text.removeSubrange(name.range)
        }
        return text
    }

    @Test("Random compositions do what the reference does", arguments: Host.allCases, shares)
    func randomCompositions(host: Host, shares: Generator.Shares) {
        let seeds = Self.firstSeed..<Self.firstSeed + UInt64(Self.compositionCount)
        let comparisons = seeds.map { Self.compare(seed: $0, host: host, shares: shares) }
        let differences = comparisons.compactMap(\.difference)
        for difference in differences.sorted(by: { $0.count < $1.count }).prefix(3) {
            Issue.record("\(difference)")
        }
        #expect(differences.count == 0)
        // The others were given up half-way; if they were many, agreeing would mean little.
        let undecided = comparisons.count(where: \.isUndecided)
        #expect(undecided < comparisons.count / 4)
    }

    @Test("Random scripts emit, so that agreeing means something")
    func scriptsEmit() {
        let counts = (Self.firstSeed..<Self.firstSeed + 200).map { seed -> Int in
            var generator = Generator(seed: seed)
            let model = ReferenceGraph(generator.composition())
            for case .send(let act) in generator.operations(12) { model.send(act) }
            return model.states.count
        }
        #expect(counts.count { $0 > 3 } > 100)
    }
}
