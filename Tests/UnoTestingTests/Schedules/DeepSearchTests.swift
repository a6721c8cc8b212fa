import AsyncKit
import TestSupport
import Testing
import UnoTesting

/// Faults that need many constraints on the order of what happens.
@Suite("A deep search", .timeLimit(.hang))
struct DeepSearchTests {
    /// With random choices and two preemptions alone it took 11,588 to more than 100,000 schedules, by the seed; now it takes
    /// 104 to 1,260.
    @Test("finds a fault of five constraints within 3,000 schedules", arguments: 0..<5 as Range<UInt64>)
    func fiveConstraints(seed: UInt64) async throws {
        let exploration = await Exploration(
            schedules: 3_000, seed: 1_000_003 * seed, preemptions: 2, limit: 1_000, of: ClerkScenarios.fiveConstraints)
        let failure = try #require(exploration.failure)
        #expect(failure.problem.message == #"the entries are ["A1", "B1", "C1", "C2", "B2", "A2"]"#)
        let replayed = await Exploration(replaying: failure.shortest, limit: 1_000, of: ClerkScenarios.fiveConstraints)
        #expect(replayed.failure?.problem == failure.problem)
    }

    /// An actor with an executor of its own.
    private actor Room {
        private let executor: ControlledSerialExecutor
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ executor: ControlledExecutor) { self.executor = ControlledSerialExecutor(executor) }

        func work(_ steps: Int, _ order: Record<String>, _ name: String) async {
            for step in 0..<steps {
                order.append("\(name)\(step)")
                await Task.yield()
            }
        }
    }

    @Test func `still tries the orders of jobs in different actors, which may share more than actors`() async {
        let orders = Record<Record<String>>()
        let exploration = await Exploration(schedules: 400, seed: 0, preemptions: 1, limit: 1_000) { scenario in
            let order = Record<String>()
            orders.append(order)
            for name in ["a", "b"] {
                let room = Room(scenario.executor)
                scenario.task(name) { await room.work(2, order, name) }
            }
        }
        // The deviations that commute were put off, and made in the end.
        #expect(exploration.isExhaustive)
        // Every interleaving of two times two.
        #expect(Set(orders.elements.map(\.elements)).count == 6)
    }

    @Test func `keeps apart the actors that use the scenario's executor, and those with one of their own`() async {
        actor Plain {
            private let executor: ControlledExecutor
            nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
            private(set) var count = 0

            init(_ executor: ControlledExecutor) { self.executor = executor }

            func increment() { count += 1 }
        }
        let exploration = await Exploration(schedules: 200, seed: 0, preemptions: 2, limit: 1_000) { scenario in
            let plain = Plain(scenario.executor)
            let tasks = (0..<3).map { number in scenario.task("\(number)") { await plain.increment() } }
            for task in tasks { await task.value }
            scenario.expect(await plain.count == 3)
            scenario.mustBeFreed(plain, "the actor")
        }
        #expect(exploration.failure == nil, "\(exploration.failure.map { "\($0)" } ?? "")")
    }
}
