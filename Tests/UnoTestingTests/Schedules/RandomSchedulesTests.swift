import Testing

@testable import UnoTesting

@Suite("The random schedules of an exploration")
struct RandomSchedulesTests {
    private actor Desk {
        let executor: ControlledSerialExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(on executor: ControlledSerialExecutor) { self.executor = executor }

        func visit(_ name: String, _ scenario: Scenario) { scenario.note(name) }
    }

    /// Two tasks that enter one actor again and again; the notes tell which.
    private static let setting = ScenarioRun.Setting(
        body: { scenario in
            let desk = Desk(on: ControlledSerialExecutor(scenario.executor))
            for name in ["a", "b"] { scenario.task(name) { for _ in 0..<30 { await desk.visit(name, scenario) } } }
        }, limit: 10_000)

    /// How often another task goes on, in each of the first schedules.
    private func switches(seed: UInt64, schedules count: Int) async -> [Int] {
        var schedules = RandomSchedules()
        var switches: [Int] = []
        for number in 0..<count {
            let run = await schedules.run(Self.setting, seed: seed &+ UInt64(number))
            schedules.learn(from: run)
            #expect(run.notes.count == 60)
            switches.append(zip(run.notes, run.notes.dropFirst()).count { $0 != $1 })
        }
        return switches
    }

    @Test(
        "a search by priorities lets a task go on, also where it decides only about shared actors",
        arguments: 0..<5 as Range<UInt64>)
    func priorities(seed: UInt64) async {
        let switches = await switches(seed: seed &* 1_000, schedules: 12)
        // The number of times at which priorities change, and the end of the first task.
        for priorities in [1, 5, 7, 11] { #expect(switches[priorities] <= 8, "\(switches)") }
        for walk in [3, 6, 9] { #expect(switches[walk] > 8, "\(switches)") }
    }

    @Test func `a biased walk takes the option of its bias in three of four decisions, and any option in the fourth`() {
        /// How often each job runs first, in so many decisions.
        func counts(_ walk: RandomSearch, decisions: Int) -> [Int] {
            var generator = SplitMix(seed: 1)
            var counts = [Int](repeating: 0, count: 10)
            for _ in 0..<decisions {
                var decision = Decision(ready: 10, hasDeadline: false)
                walk.decide(&decision, using: &generator)
                counts[decision.place] += 1
            }
            return counts
        }
        let (even, oldest) = (counts(.even, decisions: 10_000), counts(.mostlyOldest, decisions: 10_000))
        let newest = counts(.mostlyNewest, decisions: 10_000)
        #expect(even.allSatisfy { abs($0 - 1_000) < 150 }, "\(even)")
        #expect(abs(oldest[0] - 7_750) < 150 && oldest[1...].allSatisfy { abs($0 - 250) < 75 }, "\(oldest)")
        #expect(abs(newest[9] - 7_750) < 150 && newest[..<9].allSatisfy { abs($0 - 250) < 75 }, "\(newest)")
    }

    @Test func `a task that waits in a loop for others, which enter a shared actor, lets them run in the end`() async {
        let setting = ScenarioRun.Setting(
            body: { scenario in
                let desk = Desk(on: ControlledSerialExecutor(scenario.executor))
                for name in ["a", "b"] { scenario.task(name) { await desk.visit(name, scenario) } }
                scenario.task("waiting") { while scenario.notes.count < 2 { await scenario.checkpoint() } }
            }, limit: 10_000)
        var schedules = RandomSchedules()
        for number in 0..<6 {
            let run = await schedules.run(setting, seed: UInt64(number))
            schedules.learn(from: run)
            #expect(run.problem == nil, "schedule \(number)")
        }
    }

    @Test("the walks beside the searches about shared actors have each bias in turn", arguments: 0..<5 as Range<UInt64>)
    func walks(seed: UInt64) async {
        let switches = await switches(seed: seed &* 1_000, schedules: 15)
        // Mostly the oldest job first, and the tasks take turns; mostly the newest, and one goes on.
        #expect(switches[8] > 33, "\(switches)")
        #expect(switches[14] < 33, "\(switches)")
    }
}
