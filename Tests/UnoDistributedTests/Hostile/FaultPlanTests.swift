import Foundation
import TestSupport
import Testing
import UnoArchitecture

@testable import UnoDistributed

@Suite("Two clients and a host, whatever goes wrong between them", .timeLimit(.hang))
struct FaultPlanTests {
    /// `UNO_PLANS=10000` runs as many plans.
    private static let count = Scale.number("UNO_PLANS") ?? Scale.chosen(100)
    private static let first = Scale.firstSeed

    @Test(
        "handle each action at most once and in order, and see states in order, without a hidden gap",
        arguments: [false, true])
    func plans(isCoded: Bool) {
        var (counters, unknown, restarts) = (HostCounters(), 0, 0)
        for seed in Self.first..<Self.first + UInt64(Self.count) {
            let result = Trial(seed: seed, isCoded: isCoded).result()
            #expect(result.problems.isEmpty, "UNO_PLANS=1 UNO_SEED=\(seed): \(result.problems.prefix(5))")
            if !result.problems.isEmpty { return }
            counters.add(result.counters)
            unknown += result.unknown
            restarts += result.restarts
        }
        guard Self.count >= 100 else { return }
        // The plans must reach what they are for.
        #expect(counters.expired > 0 && counters.repeated > 0 && counters.gaps > 0, "\(counters)")
        #expect(unknown > 0 && restarts > 0)
        #expect((counters.crowded > 0) == isCoded)
    }

    @Test("pass also with the plans that have failed before", arguments: [127, 1_360, 2_448])
    func formerFailures(seed: UInt64) {
        let problems = Trial(seed: seed).result().problems
        #expect(problems.isEmpty, "\(problems.prefix(5))")
    }

    @Test("a remote runtime is Codable if the ids of its system are, or no receptionist finds it")
    func isCodable() {
        func isCodable<Value: Codable>(_: Value.Type) -> Bool { true }
        #expect(isCodable(RemoteJournal.self))
    }
}
