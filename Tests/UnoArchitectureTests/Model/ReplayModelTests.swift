import TestSupport
import Testing
import UnoArchitecture
import UnoInspector

/// The replay of a recording gives equal states: whatever the composition, the script, the schedule and the shutdown.
@Suite(.timeLimit(.hang))
struct ReplayModelTests {
    private static let shares = [
        Generator.Shares(machines: 30, dispatches: 14, hasTransformers: false),
        Generator.Shares(
            machines: 10, dispatches: 10, attachments: 12, watches: 15, timing: 35, hasTransformers: false),
        Generator.Shares(
            machines: 10, dispatches: 10, presentations: 20, watches: 4, timing: 10, hasTransformers: false,
            hasSenders: true),
    ]

    @Test(.misuse) func `Replays of random compositions have the recorded states`() async {
        let count = Scale.chosen(1_000, least: 200)
        var (differing, causes) = ([UInt64](), Set<StepCause>())
        for seed in Scale.firstSeed..<Scale.firstSeed + UInt64(count) {
            var generator = Generator(seed: seed, shares: Self.shares[Int(seed % 3)])
            let isLarge = seed % 8 == 0
            let composition = generator.composition(depth: isLarge ? 6 : 4)
            let trial = ReplayTrial(composition, generator.operations(isLarge ? 40 : 12), seed: seed)
            let recording = await trial.record()
            causes.formUnion(recording.steps.map(\.cause))
            guard let difference = await trial.difference(of: recording) else { continue }
            differing.append(seed)
            if differing.count <= 3 { Issue.record("seed \(seed): \(difference)\n\(composition)") }
        }
        #expect(differing.isEmpty)
        #expect(causes == [.start, .sent, .fedBack, .held, .next, .effect, .finish])
    }
}
