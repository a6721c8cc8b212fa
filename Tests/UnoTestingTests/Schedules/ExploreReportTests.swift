import AsyncKit
import Dispatch
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// What the report of a failing exploration says.
@Suite("The report of an exploration", .timeLimit(.hang))
struct ExploreReportTests {
    @Test("keeps the line of a failed #expect, and records nothing else")
    func ownLine() async {
        let line = #line + 4
        let found = await failures {
            explore(schedules: 50) { scenario in
                scenario.task("other") {}
                #expect(scenario.clock.now.offset == .seconds(1))
            }
        }
        #expect(found.map(\.line) == [line])
        #expect(found.first?.text.contains("expectation: ") == true)
    }

    @Test("belongs to a handler's #expect, too")
    func handler() async {
        let line = #line + 4
        let found = await failures {
            explore(schedules: 20) { scenario in
                let feature = Interact<Int, Int>(initialValue: 0) { state, number in
                    #expect(number == 2)
                    return .state
                }
                let runtime = scenario.runtime("the feature", feature)
                await runtime.send(1).finish()
                await runtime.shutdown(.drain)
            }
        }
        #expect(found.map(\.line) == [line])
    }

    @Test func `belongs to what this library records, too`() async {
        let found = await failures { explore(schedules: 20) { _ in _ = UnimplementedClock(line: 10).now } }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("found systematically") == true)
    }

    @Test func `tells work that comes from outside from a deadlock`() async {
        let found = await failures {
            explore(schedules: 5, line: 10) { scenario in
                scenario.note("asks somebody")
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().asyncAfter(deadline: .now() + 0.001) { continuation.resume() }
                }
            }
        }
        #expect(found.map(\.line) == [10])
        let text = "outside: a job came from outside after nothing was ready, while the scenario (asks somebody) waited"
        #expect(found.first?.text.contains(text) == true)
    }

    @Test func `shortens the schedule of a deadlock for which no work from outside has come`() async {
        let found = await failures {
            let exploration = explore(schedules: 200, preemptions: 0, line: 10) { scenario in
                let order = Record<String>()
                for name in ["a", "b", "c", "d", "e", "f"] {
                    scenario.task(name) {
                        order.append(name)
                        guard order.elements.first == "b", order.elements.count == 6 else { return }
                        await HeldWork().run()
                    }
                }
            }
            #expect(exploration.failure?.problem.kind == .deadlock)
            #expect(exploration.failure?.shortest.deviations.count == 1)
        }
        #expect(found.map(\.line) == [10])
    }

    @Test func `says that a scenario is not deterministic by itself`() async {
        let runs = Locked(0)
        let found = await failures {
            explore(schedules: 5, line: 10) { scenario in
                let run = runs.withLock {
                    $0 += 1
                    return $0
                }
                scenario.expect(run != 3, "the third time")
            }
        }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("The scenario is not deterministic by itself") == true)
        #expect(found.first?.text.contains("it did not fail") == true)
    }

    @Test func `names a scenario that blocks its thread, and does not wait for it`() async {
        let semaphore = DispatchSemaphore(value: 0)
        @Sendable func block() { semaphore.wait() }
        let found = await failures {
            explore(schedules: 5, stepLimit: .milliseconds(200), line: 10) { scenario in
                scenario.note("is about to wait")
                block()
            }
        }
        semaphore.signal()
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("blocked: a job has not returned for 0.2 seconds") == true)
        #expect(found.first?.text.contains("The last note: the scenario: is about to wait") == true)
        #expect(found.first?.text.contains("found systematically, as schedule 1;") == true)
    }

    @Test func `ends a loop that asks whether it is cancelled, and begins no other schedule behind it`() async {
        let starts = Record<Void>()
        // Freed when the thread that was given up has come to its end.
        var canary: Canary? = Canary()
        let end = canary!.watch
        let found = await failures { [canary = canary!] in
            explore(schedules: 5, stepLimit: .milliseconds(200), line: 10) { _ in
                canary.sing()
                starts.append()
                while !Task.isCancelled {}
            }
        }
        canary = nil
        #expect(found.map(\.line) == [10])
        await end.freed()
        #expect(starts.count == 1)
    }

    @Test func `marks the decisions in which the schedule departs from its rule`() async throws {
        let schedule = try #require(Schedule("1:1 3:1"))
        let exploration = await Exploration(replaying: schedule, limit: 1_000) { scenario in
            let tasks = ["a", "b"].map {
                scenario.task($0) { for _ in 0..<3 { await scenario.checkpoint() } }
            }
            for task in tasks { await task.value }
            scenario.fail("to be seen")
        }
        let trace = try #require(exploration.failure).trace
        #expect(trace.steps.filter(\.isDeviation).map(\.decision) == [1, 3])
        #expect(trace.table.contains("  1 *  ") && !trace.table.contains("  2 *  "))
        #expect(trace.diagram.count { $0 == "*" } == 2)
    }

    @Test func `names effects, actions and their lines, actors and child tasks`() async throws {
        actor Desk { func visit() {} }
        let (effectLine, sendLine) = (#line + 3, #line + 6)
        let exploration = await Exploration(replaying: Schedule(.oldest), limit: 1_000) { scenario in
            let search = Interact<Int, Int>(initialValue: 0) { _, _ in
                .perform(id: "search") { _, _ in await scenario.checkpoint() }
            }
            let runtime = scenario.runtime("the page", search)
            await runtime.send(1).finish()
            await runtime.shutdown(.drain)
            let desk = Desk()
            async let first: Void = desk.visit()
            async let second: Void = desk.visit()
            _ = await (first, second)
            scenario.fail("to be seen")
        }
        let steps = try #require(exploration.failure).trace.steps
        let members = steps.reduce(into: [String]()) { if !$0.contains($1.member) { $0.append($1.member) } }
        let children = ["the scenario, child 1", "the scenario, child 2"]
        #expect(members == ["the scenario", "the page", "the page: effect 1 (search)"] + children)
        #expect(Set(steps.compactMap(\.actor)) == ["the page", "a plain actor"])
        #expect(steps.contains { $0.actor == "the page" && $0.notes.contains("the page makes a step") })
        #expect(
            steps.flatMap(\.notes).filter { $0 != "the page makes a step" } == [
                "the page takes the action of ExploreReportTests.swift:\(sendLine)", "the page handles 1",
                "begins effect 1 (search) of ExploreReportTests.swift:\(effectLine)",
            ])
    }

    @Test func `shows who ran at each step, and what it waited for`() async {
        let found = await failures {
            explore(schedules: 200, preemptions: 2, line: 10) { scenario in
                let value = Locked(0)
                let writers = ["a", "b"].map { name in
                    scenario.task(name) {
                        let old = value.withLock { $0 }
                        scenario.note("has read \(old)")
                        await scenario.checkpoint()
                        value.withLock { $0 = old + 1 }
                    }
                }
                for writer in writers { await writer.value }
                scenario.expect(value.withLock { $0 } == 2, "an update was lost")
            }
        }
        let text = found.first?.text ?? ""
        // How many hops a yield takes is the run time's affair.
        #expect(
            text == """
                expectation: an update was lost
                found systematically, as schedule 1; the shortest is ""
                run it again with explore(replaying: "") { scenario in … }
                what happened:
                  a: has read 0
                  b: has read 0
                step by step (* departs from the rule):
                  step  decision  ran           instead of    then            did
                  0               the scenario                waits
                  1     0         a             b             is ready again  has read 0
                  2     1         b             a             is ready again  has read 0
                  3     2         a             b             ended
                  4     3         b             the scenario  ended
                  5               the scenario                ended

                  the scenario  o----X
                  a             -o-|--
                  b             --o-|-
                """)
    }
}
