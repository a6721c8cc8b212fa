import AsyncKit
import Synchronization
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What exploring finds, counts, shortens and replays.
@Suite(.timeLimit(.hang))
struct ExploreTests {
    private static func exploration(
        schedules: Int = 500, seed: UInt64 = 0, preemptions: Int = 2, limit: Int = 1_000,
        _ scenario: @escaping @Sendable (Scenario) async throws -> Void
    ) async -> Exploration {
        await Exploration(schedules: schedules, seed: seed, preemptions: preemptions, limit: limit, of: scenario)
    }

    @Test func `With enough preemptions, every schedule of two tasks is tried`() async {
        let orders = Record<Record<String>>()
        let exploration = await Self.exploration(schedules: 4_000, preemptions: .max) { scenario in
            let order = Record<String>()
            orders.append(order)
            for name in ["a", "b"] { scenario.task(name) { order.append(name) } }
        }
        #expect(exploration.failure == nil)
        #expect(exploration.isExhaustive)
        #expect(Set(orders.elements.map(\.elements)) == [["a", "b"], ["b", "a"]])
    }

    @Test func `All orders of three children of a group are found within 200 random schedules`() async {
        let orders = Record<Record<String>>()
        _ = await Self.exploration(schedules: 200, preemptions: 0) { scenario in
            let order = Record<String>()
            orders.append(order)
            await withTaskGroup { group in
                for name in ["a", "b", "c"] { group.addTask { order.append(name) } }
            }
        }
        #expect(Set(orders.elements.map(\.elements)).count == 6)
    }

    @Test("A scenario with one schedule has one that is different from the others, however often it is tried")
    func oneSchedule() async {
        let exploration = await Self.exploration(schedules: 50) { scenario in scenario.task("alone") {} }
        #expect(exploration.schedules > 1 && exploration.distinct == 1)
    }

    @Test func `Outside of a test, too, it runs`() async {
        let exploration = await Task.detached {
            explore(schedules: 20) { scenario in
                for name in ["a", "b"] { scenario.task(name) {} }
            }
        }.value
        #expect(exploration.failure == nil && exploration.distinct == 2)
    }

    @Test func `The same seed runs the same schedules`() async {
        var runs: [[String]] = []
        for _ in 0..<2 {
            let orders = Record<String>()
            _ = await Self.exploration(schedules: 50, seed: 7, preemptions: 0) { scenario in
                for name in ["a", "b", "c", "d"] { scenario.task(name) { orders.append(name) } }
            }
            runs.append(orders.elements)
        }
        #expect(runs[0] == runs[1])
        #expect(Set(stride(from: 0, to: 200, by: 4).map { runs[0][$0] }).count == 4)
    }

    @Test func `A deadlock names those who wait and what they noted last`() async throws {
        let exploration = await Self.exploration { scenario in
            let (first, second) = (AsyncChannel<Int>(), AsyncChannel<Int>())
            scenario.task("left") {
                scenario.note("asks the right one")
                _ = await second.makeAsyncIterator().next()
                await first.send(1)
            }
            scenario.task("right") {
                _ = await first.makeAsyncIterator().next()
                await second.send(1)
            }
        }
        let failure = try #require(exploration.failure)
        #expect(failure.problem.kind == .deadlock)
        #expect(failure.problem.message.contains("left (asks the right one), right waits"))
        #expect(failure.count == 1)
        #expect(failure.shortest.deviations.isEmpty)
    }

    /// A fork between two philosophers, without an executor of its own.
    private actor Fork {
        private var isTaken = false
        /// Ends when the exploration cancels the philosophers who starve.
        private let turn = HeldWork()

        private func take() async {
            while isTaken, await turn.run() == .released {}
            isTaken = true
        }

        private func give() {
            isTaken = false
            turn.release()
        }

        /// Goes from this actor to the other, and back.
        func dine(with other: Fork) async {
            await take()
            await other.take()
            await other.give()
            give()
        }
    }

    @Test func `A hop between plain actors is a point at which others may go first`() async throws {
        let exploration = await Self.exploration { scenario in
            let (left, right) = (Fork(), Fork())
            scenario.task("Plato") { await left.dine(with: right) }
            scenario.task("Kant") { await right.dine(with: left) }
        }
        let failure = try #require(exploration.failure)
        #expect(failure.problem == ScheduleProblem(.deadlock, "nothing is ready, and Plato, Kant waits"))
        #expect(failure.shortest.deviations.count <= 1)
        #expect(failure.whenRepeated == nil)
        #expect(Set(failure.trace.steps.map(\.member)) == ["the scenario", "Plato", "Kant"])
    }

    @Test("Not every order is tried of tasks that share plain actors", arguments: [(1, true), (2, false)])
    func plainActorsAreNotExhausted(tasks: Int, isExhaustive: Bool) async {
        let exploration = await Self.exploration(schedules: 4_000, preemptions: 1) { scenario in
            let (left, right) = (Fork(), Fork())
            for number in 0..<tasks { scenario.task("\(number)") { await left.dine(with: right) } }
        }
        #expect(exploration.failure == nil)
        #expect(exploration.isExhaustive == isExhaustive)
    }

    @Test func `What is alive at the end is a leak: an object, a runtime's task`() async {
        let kept = Record<Canary>()
        let object = await Self.exploration { scenario in
            let canary = Canary()
            scenario.mustBeFreed(canary, "the canary")
            kept.append(canary)
        }
        #expect(object.failure?.problem == ScheduleProblem(.leak, "the canary has not been freed"))

        let stuck = Record<UnsafeContinuation<Void, Never>>()
        let forever = Interact<Int, Int>(initialValue: 0) { _, _ in
            .perform { _, _ in await withUnsafeContinuation { stuck.append($0) } }
        }
        let runtime = await Self.exploration { scenario in
            let runtime = scenario.runtime("the feature", forever)
            runtime.send(1)
            try await scenario.clock.sleep(for: .seconds(1))
        }
        #expect(runtime.failure?.problem.message.contains("the feature has 1 tasks that have not ended") == true)
        #expect(runtime.failure?.problem.kind == .leak)
        for continuation in stuck.elements { continuation.resume() }
    }

    @Test func `A misuse, an error and a scenario that does not rest are problems, too`() async {
        struct Broken: Error {}
        let misuse = await Self.exploration { scenario in
            let runtime = scenario.runtime("the feature", EmptyInteractor<Int, Int>())
            await runtime.shutdown(.cancel)
            runtime.send(1)
        }
        #expect(misuse.failure?.problem.kind == .misuse)
        #expect(await Self.exploration { _ in throw Broken() }.failure?.problem.kind == .thrown)
        let order = await Self.exploration { scenario in
            for event in ["b", "a"] { scenario.happened(event) }
            scenario.expectOrder(["a", "b"])
        }
        #expect(order.failure?.problem == ScheduleProblem(.order, #"["b", "a"] has happened instead of ["a", "b"]"#))
        #expect(order.failure?.notes == ["the scenario: b", "the scenario: a"])
        for limit in [100, 0, -1] {
            let restless = await Self.exploration(limit: limit) { scenario in
                while true { try await scenario.clock.sleep(for: .seconds(1)) }
            }
            #expect(restless.failure?.problem.kind == .restless)
        }
    }

    /// Wrong if the reader comes between two steps of the writer, of which there are many.
    private static func race(_ scenario: Scenario) async {
        let values = Locked((first: 0, second: 0))
        scenario.task("noise") { for _ in 0..<5 { await scenario.checkpoint() } }
        scenario.task("writer") {
            for number in 1...4 {
                values.withLock { $0.first = number }
                scenario.note("is between two steps")
                await scenario.checkpoint()
                values.withLock { $0.second = number }
                await scenario.checkpoint()
            }
        }
        scenario.task("reader") {
            let (first, second) = values.withLock { $0 }
            scenario.expect(first == second || first < 3, "\(first) and \(second) differ")
        }
    }

    @Test("A random failure is shortened, and its schedule fails again", arguments: 0..<6 as Range<UInt64>)
    func shortened(seed: UInt64) async throws {
        let exploration = await Self.exploration(schedules: 3_000, seed: 1_000 * seed, preemptions: 0) {
            await Self.race($0)
        }
        let failure = try #require(exploration.failure)
        #expect(failure.seed != nil)
        #expect(failure.shortest.deviations.count <= failure.found.deviations.count)
        #expect(failure.shortest.deviations.count <= 2, "\(failure.found) became \(failure.shortest)")
        let text = "\(failure.shortest)"
        let schedule = try #require(Schedule(text))
        let replayed = await Exploration(replaying: schedule, limit: 1_000) { await Self.race($0) }
        #expect(replayed.failure?.problem == failure.problem)
        #expect(replayed.failure?.notes == failure.notes)
        #expect("\(failure)".contains(#"explore(replaying: "\#(text)")"#))
        #expect(failure.notes.contains("writer: is between two steps"))
    }

    @Test func `An issue is recorded where explore was called, with the schedule`() {
        let issues = Record<String>()
        let line = #line + 2
        withKnownIssue {
            explore(schedules: 10) { $0.expect($0.clock.now == TestClock.Instant(offset: .seconds(3))) }
        } matching: { issue in
            guard issue.sourceLocation?.line == line else { return false }
            issues.append("\(issue)")
            return true
        }
        #expect(issues.elements.count == 1)
        #expect(issues.elements.first?.contains("found systematically, as schedule 1") == true)
    }

    @Test("A replay of what is no schedule is recorded and runs nothing", arguments: ["1", "a:b", "1:0", "3:1 2:1"])
    func noSchedule(text: String) async {
        #expect(Schedule(text) == nil)
        let found = await failures {
            let exploration = explore(replaying: text) { scenario in scenario.fail("it ran") }
            #expect(exploration == nil)
        }
        #expect(found.map { $0.text.contains("is not a schedule") } == [true])
    }

    @Test func `The clock's deadlines come in order, and each may come while a job is ready`() {
        let orders = Locked<Set<[Int]>>([])
        explore(schedules: 300, preemptions: 4) { scenario in
            let order = Record<Int>()
            let sleepers = [2, 1].map { seconds in
                scenario.task("sleeper of \(seconds)") {
                    try await scenario.clock.sleep(until: TestClock.Instant(offset: .seconds(seconds)))
                    order.append(seconds)
                }
            }
            scenario.task("busy") {
                for _ in 0..<4 { await scenario.checkpoint() }
                order.append(0)
            }
            for sleeper in sleepers { await sleeper.value }
            orders.withLock { _ = $0.insert(order.elements.filter { $0 > 0 }) }
        }
        // Both may be ready at once, and then either goes on first.
        #expect(orders.withLock { $0 } == [[1, 2], [2, 1]])
    }
}
