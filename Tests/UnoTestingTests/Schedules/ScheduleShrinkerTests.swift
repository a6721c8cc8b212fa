import TestSupport
import Testing

@testable import UnoTesting

/// Which schedules are tried to shorten one that fails, and in which order.
@Suite("Shortening a schedule", .timeLimit(.hang))
struct ScheduleShrinkerTests {
    /// Starts five tasks, and fails if `fails` returns true for the order in which they run.
    private func setting(
        _ orders: Record<String>, _ fails: @escaping @Sendable (String) -> Bool
    ) -> ScenarioRun.Setting {
        ScenarioRun.Setting(
            body: { scenario in
                let order = Record<String>()
                for name in ["a", "b", "c", "d", "e"] {
                    scenario.task(name) {
                        order.append(name)
                        let text = order.elements.joined()
                        guard text.count == 5 else { return }
                        orders.append(text)
                        scenario.expect(!fails(text), text)
                    }
                }
            }, limit: 1_000)
    }

    /// The shortest schedule that is found in so many runs, and the orders of these.
    private func shrink(
        _ schedule: String, runs: Int, _ fails: @escaping @Sendable (String) -> Bool
    ) async throws -> (schedule: String, orders: [String]) {
        let orders = Record<String>()
        let setting = setting(orders, fails)
        let found = await setting.run(under: try #require(Schedule(schedule)))
        let kind = try #require(found.problem?.kind)
        var shrinker = ScheduleShrinker(found, kind: kind, setting, runs: runs)
        await shrinker.shrink()
        return (shrinker.shortest.schedule.description, Array(orders.elements.dropFirst()))
    }

    /// Fails in one order only, so that nothing is found.
    @Test(
        "Schedules with fewer deviations come first, then those without one of them, then those with lower options",
        arguments: [
            (0, []), (1, ["adcbe"]), (3, ["adcbe", "dacbe", "dcabe"]), (4, ["abcde", "edcba", "adcbe", "dacbe"]),
            (7, ["abcde", "edcba", "adcbe", "dacbe", "dcabe", "bdcae", "cdbae"]),
            (
                20,
                [
                    "abcde", "bacde", "cabde", "dabce", "eabcd", "edcba", "decba", "cedba", "bedca", "aedcb", "adcbe",
                    "dacbe", "dcabe", "bdcae", "cdbae", "dbcae",
                ]
            ),
        ] as [(Int, [String])])
    func order(runs: Int, expected: [String]) async throws {
        let (schedule, orders) = try await shrink("0:3 1:2 2:1", runs: runs) { $0 == "dcbae" }
        #expect(schedule == "0:3 1:2 2:1" && orders == expected)
    }

    @Test func `What fails is taken at once, and shortened further`() async throws {
        func shrink(runs: Int) async throws -> (schedule: String, orders: [String]) {
            try await self.shrink("0:3 1:2 2:1", runs: runs) { $0 > "cb" && $0 < "dd" }
        }
        // A quarter of the runs goes to the search from nothing, under each of the two rules.
        var found = try await shrink(runs: 3)
        #expect(found.schedule == "0:3" && found.orders == ["adcbe", "dacbe", "dabce"])
        found = try await shrink(runs: 7)
        #expect(found.schedule == "0:3")
        #expect(found.orders == ["abcde", "edcba", "adcbe", "dacbe", "dabce", "bacde", "cabde"])
        found = try await shrink(runs: 12)
        #expect(found.schedule == "newest 0:2")
        #expect(found.orders == ["abcde", "bacde", "cabde", "edcba", "decba", "cedba", "edcba", "decba"])
        found = try await shrink(runs: 40)
        #expect(found.schedule == "0:3")
        #expect(found.orders == ["abcde", "bacde", "cabde", "dabce", "edcba", "abcde", "bacde", "cabde"])
    }

    @Test func `Two deviations that are both needed remain`() async throws {
        let (schedule, orders) = try await shrink("0:3 1:2 3:1", runs: 40) { $0.hasPrefix("dc") || $0.hasPrefix("dbc") }
        #expect(schedule == "0:3 1:2")
        #expect(orders.suffix(6) == ["adbec", "dabec", "dcabe", "bdace", "cdabe", "dbace"])
    }
}
