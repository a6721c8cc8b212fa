import TestSupport
import Testing

@Suite("Nodes that join, leave, crash, freeze and are cut off under load", .timeLimit(.hang))
struct ClusterPlanTests {
    /// `UNO_PLANS=10000` runs as many plans.
    private static let count = Scale.number("UNO_PLANS") ?? Scale.chosen(100)
    private static let first = Scale.firstSeed

    @Test("have one owner a key or are fenced, handle each action at most once, and keep what was accepted")
    func plans() {
        var sum = ClusterTrial.Result()
        for seed in Self.first..<Self.first + UInt64(Self.count) {
            let result = ClusterTrial(seed: seed).result()
            #expect(result.problems.isEmpty, "UNO_PLANS=1 UNO_SEED=\(seed): \(result.problems.prefix(5))")
            if !result.problems.isEmpty { return }
            sum.unknown += result.unknown
            sum.refused += result.refused
            sum.overlaps += result.overlaps
            sum.makes += result.makes
            sum.crowded += result.crowded
        }
        guard Self.count >= 100 else { return }
        // The plans must reach what they are for: each has two keys, which move.
        #expect(sum.unknown > 0 && sum.refused > 0 && sum.overlaps > 0 && sum.makes > 4 * Self.count, "\(sum)")
        #expect(sum.crowded > 0, "\(sum)")
    }
}
