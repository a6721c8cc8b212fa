import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// The laws for bursts of actions, in an order of jobs that a seed determines: a burst is handled as if its
/// actions had come one by one.
@Suite(.timeLimit(.hang))
struct BurstLawTests {
    static let seeds = (0..<UInt64(Scale.chosen(2))).map { Scale.firstSeed + $0 }
    static let count = Scale.chosen(300, least: 80)
    /// The events of the others end before what the transformer does about them.
    static let fused = LawRow.table.filter { !$0.testDescription.hasPrefix("a stream transformer") }

    private func stage(_ row: LawRow, _ host: Host, _ seed: UInt64, _ leaf: LawLeaf) -> Stage<Int, LawAction> {
        let executor = ControlledExecutor(seed: seed)
        return Stage(row.make(leaf, .on(executor)), in: host, on: executor)
    }

    @Test("Law 2: no action is lost, doubled or overtaken", .tags(.order), arguments: LawRow.table, Host.allCases)
    func order(row: LawRow, host: Host) {
        let leaf = LawLeaf { state, number, _ in
            state = number
            return .state
        }
        for seed in Self.seeds {
            let stage = stage(row, host, seed, leaf)
            stage.send((1...Self.count).map(row.action), inBurstsBy: seed)
            #expect(stage.states == Array(0...Self.count), "seed \(seed)")
            #expect(stage.finish().hasEnded, "seed \(seed)")
        }
    }

    @Test("Law 8: no update of an effect is lost", .tags(.noLostUpdate), arguments: LawRow.table, Host.allCases)
    func updates(row: LawRow, host: Host) {
        let leaf = LawLeaf { _, _, _ in .perform { _, send in await send { $0 += 1 } } }
        for seed in Self.seeds {
            let stage = stage(row, host, seed, leaf)
            stage.send((1...Self.count).map(row.action), inBurstsBy: seed)
            #expect(stage.states == stage.states.sorted(), "seed \(seed)")
            #expect(stage.states.count == 1 + 2 * Self.count, "seed \(seed)")
            #expect(stage.last == Self.count, "seed \(seed)")
        }
    }

    @Test(
        "Law 8: actions that effects feed back are handled once", .tags(.noLostUpdate), arguments: LawRow.table,
        Host.allCases)
    func feedback(row: LawRow, host: Host) {
        let leaf = LawLeaf { state, number, feed in
            state += 1
            return number <= Self.count ? .perform { _, _ in _ = await feed(number + Self.count) } : .state
        }
        for seed in Self.seeds {
            let stage = stage(row, host, seed, leaf)
            stage.send((1...Self.count).map(row.action), inBurstsBy: seed)
            #expect(stage.states == Array(0...2 * Self.count), "seed \(seed)")
        }
    }

    /// By number: an effect that waits, an effect that does not, none.
    private static func waiting(_ work: HeldWork) -> LawLeaf {
        LawLeaf { state, number, _ in
            switch number % 3 {
            case 0:
                state += 1
                return .state
            case 1: return .perform { _, send in await send { $0 += 1 } }
            default:
                return .perform { _, send in
                    await work.run()
                    await send { $0 += 1 }
                }
            }
        }
    }

    @Test("Every event of a burst ends and reports its outcome", arguments: fused) func events(row: LawRow) {
        for seed in Self.seeds {
            let work = HeldWork()
            let stage = stage(row, .runtime, seed, Self.waiting(work))
            let events = stage.events(of: (0..<Self.count).map(row.action), inBurstsBy: seed)
            let ends = events.map { event in stage.run { await event.finish() } }
            for (number, event) in events.enumerated() {
                #expect(event.outcome == .accepted, "seed \(seed), event \(number)")
                #expect(event.hasEffects == (number % 3 == 2), "seed \(seed), event \(number)")
                #expect(ends[number].count == (number % 3 == 2 ? 0 : 1), "seed \(seed), event \(number)")
            }
            let cancelled = events.indices.filter { $0 % 2 == 0 }
            for number in cancelled { events[number].cancel() }
            stage.executor.runUntilIdle()
            for _ in 0..<work.waitingCount { work.release() }
            stage.executor.runUntilIdle()
            for (number, event) in events.enumerated() {
                let isCancelled = number % 3 == 2 && number % 2 == 0
                #expect(event.outcome == (isCancelled ? .effectsCancelled : .accepted), "seed \(seed), event \(number)")
                #expect(!event.hasEffects, "seed \(seed), event \(number)")
                #expect(ends[number].count == 1, "seed \(seed), event \(number)")
            }
            #expect(stage.last == events.count { $0.outcome == .accepted }, "seed \(seed)")
        }
    }
}
