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

    @Test("tells work that comes from outside from a deadlock")
    func outside() async {
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

    @Test("says that a scenario is not deterministic by itself")
    func notDeterministic() async {
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

    @Test("names a scenario that blocks its thread, and does not wait for it")
    func blocked() async {
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
    }

    @Test("ends a loop that asks whether it is cancelled, and begins no other schedule behind it")
    func runaway() async {
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

    @Test("shows who ran at each step, and what it waited for")
    func trace() async {
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
                  step  decision  ran           instead of    did         then
                  0               the scenario                            waits
                  1     0         a             b             has read 0  is ready again
                  2     1         b             a             has read 0  is ready again
                  3     2         a             b                         ended
                  4     3         b             the scenario              ended
                  5               the scenario                            ended

                  the scenario  o----X
                  a             -o-|--
                  b             --o-|-
                """
        )
    }
}
