import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

/// Groups with a limit under explored schedules: any order of the jobs, and the clock's deadlines at any time.
@Suite("Every schedule of a group with a limit", .timeLimit(.hang))
struct RuntimeGroupLimitScheduleTests {
    /// What is kept of each key, and how many runtimes there are at once.
    private struct Ledger: Sendable {
        var states: [Int: [Int]] = [:]
        /// The keys from the beginning of their `make` to the end of their `save`.
        var present: Set<Int> = []
        var attempts = 0
        var accepted: [Int: [Int]] = [:]
    }

    /// A group in a scenario, and what is kept of it.
    private struct Play: Sendable {
        static let limit = 2

        let scenario: Scenario
        let ledger = Locked(Ledger())
        let group: RuntimeGroup<Int, [Int], Int>
        init(_ scenario: Scenario, passivateAfter idleTime: Duration? = nil, failing: Set<Int> = []) {
            self.scenario = scenario
            // Refused calls and those after a shutdown are no mistake here.
            group = Diagnostics.$local.withValue(Diagnostics { _ in }) { [ledger] in
                RuntimeGroup(
                    atMost: Self.limit, then: .passivateLongestUnused, passivateAfter: idleTime, clock: scenario.clock,
                    executor: scenario.executor,
                    save: { key, state in
                        await scenario.checkpoint()
                        ledger.withLock {
                            $0.states[key] = state
                            $0.present.remove(key)
                        }
                    },
                    make: { key in
                        let attempt = ledger.withLock { ledger in
                            scenario.expect(ledger.present.insert(key).inserted, "\(key) has two runtimes")
                            scenario.expect(ledger.present.count <= Self.limit, "\(ledger.present) have runtimes")
                            ledger.attempts += 1
                            return ledger.attempts
                        }
                        await scenario.checkpoint()
                        if failing.contains(attempt) {
                            ledger.withLock { _ = $0.present.remove(key) }
                            throw CancellationError()
                        }
                        let list = Interact<[Int], Int>(initialValue: ledger.withLock { $0.states[key] } ?? []) {
                            numbers, number in
                            numbers.append(number)
                            return number % 3 == 0 ? .perform { _, _ in await scenario.checkpoint() } : .state
                        }
                        return scenario.runtime("runtime \(key)", list)
                    })
            }
        }

        /// Delivers `numbers` to `key`, and notes what was accepted.
        func deliver(_ numbers: [Int], to key: Int) async {
            for number in numbers {
                guard let outcome = try? await group.deliver(number, to: key).outcome else { continue }
                switch outcome {
                case .accepted: ledger.withLock { $0.accepted[key, default: []].append(number) }
                case .rejected(.groupFull), .rejected(.shutDown), .cancelled, .effectsCancelled: break
                default: scenario.fail("\(outcome)")
                }
            }
        }

        /// Ends all runtimes, and expects that each key has what was accepted for it, and no more, in each caller's order.
        func checkStates() async {
            for key in group.keys {
                // A runtime may still be made although its callers have been cancelled; `end` does not wait for that.
                _ = try? await group.state(of: key)
                await group.end(key)
            }
            let (states, accepted, present) = ledger.withLock { ($0.states, $0.accepted, $0.present) }
            for (key, numbers) in accepted {
                let state = states[key] ?? []
                scenario.expect(state.sorted() == numbers.sorted(), "\(key): \(state), not \(numbers)")
                for caller in Set(numbers.map { $0 / 10 }) {
                    let own = state.filter { $0 / 10 == caller }
                    scenario.expect(own == own.sorted(), "\(key): \(state)")
                }
            }
            scenario.expect(present.isEmpty && group.count == 0, "\(present) are left")
        }
    }

    @Test("More keys than places: no runtime too many, no action lost, doubled or reordered, no caller left")
    func burst() {
        explore(schedules: Scale.chosen(debug: 1_500, release: 10_000)) { scenario in
            let play = Play(scenario)
            let callers = (1...4).map { caller in
                scenario.task("caller \(caller)") {
                    for round in 0...1 {
                        let numbers = [10 * caller + 3 * round, 10 * caller + 3 * round + 1]
                        await play.deliver(numbers, to: (caller + round) % 4)
                    }
                }
            }
            for caller in callers { await caller.value }
            await play.checkStates()
        }
    }

    @Test("An action for the key that makes room is refused, or handled by its next runtime")
    func actionForTheVictim() {
        explore(schedules: Scale.chosen(debug: 1_500, release: 10_000)) { scenario in
            let play = Play(scenario, passivateAfter: .seconds(4))
            for key in 0...1 { await play.deliver([1], to: key) }
            let tasks = [
                scenario.task("new key") { await play.deliver([21, 22], to: 2) },
                scenario.task("old key") { await play.deliver([31, 32], to: 0) },
                scenario.task("other old key") {
                    try? await scenario.clock.sleep(for: .seconds(4))
                    await play.deliver([41, 43], to: 1)
                },
                scenario.task("end") { await play.group.end(0) },
            ]
            for task in tasks { await task.value }
            await play.checkStates()
        }
    }

    @Test("Cancelled callers, makes that throw and waiting keys: every place is found again")
    func cancellation() {
        explore(schedules: Scale.chosen(debug: 1_500, release: 10_000)) { scenario in
            let play = Play(scenario, failing: [2, 4])
            let callers = (0...4).map { caller in
                scenario.task("caller \(caller)") {
                    await play.deliver([10 * caller + 1, 10 * caller + 3], to: caller % 4)
                }
            }
            scenario.task("canceller") {
                callers[1].cancel()
                await scenario.checkpoint()
                callers[3].cancel()
            }
            for caller in callers { await caller.value }
            await play.checkStates()
            // All places are free, and no further make fails.
            play.ledger.withLock { $0.attempts = 4 }
            for key in 5...6 { await play.deliver([1], to: key) }
            let accepted = play.ledger.withLock { $0.accepted }
            scenario.expect(accepted[5] == [1] && accepted[6] == [1], "\(accepted)")
            await play.checkStates()
        }
    }

    @Test("A shutdown while keys wait leaves no caller, no runtime and no unsaved state")
    func shutdown() {
        explore(schedules: Scale.chosen(debug: 1_500, release: 10_000)) { scenario in
            let play = Play(scenario)
            let callers = (0...3).map { caller in
                let numbers = [10 * caller + 1, 10 * caller + 2]
                return scenario.task("caller \(caller)") { await play.deliver(numbers, to: caller) }
            }
            scenario.task("shutdown") {
                await scenario.checkpoint()
                let deadline = scenario.clock.now.advanced(by: .seconds(3_600))
                let report = await play.group.shutdown(.drain, within: .seconds(3_600))
                for caller in callers { await caller.value }
                // Whether the deadline comes first is a decision of the schedule.
                guard scenario.clock.now < deadline else { return }
                scenario.expect(report.isComplete && play.group.count == 0, "\(report)")
                let (states, accepted) = play.ledger.withLock { ($0.states, $0.accepted) }
                scenario.expect(states.filter { !$0.value.isEmpty } == accepted, "\(states), not \(accepted)")
            }
        }
    }
}
