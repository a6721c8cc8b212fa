import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoOperation
import UnoTesting

/// Groups under explored schedules: any order of the jobs, and the clock's deadlines at any time.
@Suite("Every schedule of a group of runtimes", .timeLimit(.hang))
struct RuntimeGroupScheduleTests {
    private typealias Store = Locked<[Int: [Int]]>

    private static func group(
        in scenario: Scenario, _ store: Store, mailbox: UnoArchitecture.MailboxPolicy = .default,
        effect: @escaping @Sendable () async -> Void = {},
        making: @escaping @Sendable (_ attempt: Int) async throws -> Void = { _ in }
    ) -> RuntimeGroup<Int, [Int], Int> {
        let attempts = Locked(0)
        return RuntimeGroup(
            passivateAfter: .seconds(4), clock: scenario.clock, executor: scenario.executor,
            save: { key, state in
                await scenario.checkpoint()
                store.withLock { $0[key] = state }
            },
            make: { key in
                await scenario.checkpoint()
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                try await making(attempt)
                let list = Interact<[Int], Int>(initialValue: store.withLock { $0[key] } ?? []) { numbers, number in
                    numbers.append(number)
                    return number % 3 == 0 ? .perform { _, _ in await effect() } : .state
                }
                return scenario.runtime("runtime \(key)", list, mailbox: mailbox)
            })
    }

    @Test("An action sent while its runtime is passivated is neither lost, doubled nor reordered")
    func passivationAgainstSend() {
        explore(schedules: Scale.chosen(debug: 1_500, release: 10_000)) { scenario in
            let store = Store([:])
            let group = Self.group(in: scenario, store)
            var tasks: [Task<Void, Never>] = []
            for producer in 1...2 {
                let task = scenario.task("producer \(producer)") {
                    for number in 1...3 {
                        let event =
                            number == 2
                            ? try await group.send(10 * producer + number, to: 0)
                            : try await group.deliver(10 * producer + number, to: 0)
                        scenario.expect(event.outcome == .accepted)
                        try await scenario.clock.sleep(for: .seconds(4))
                    }
                }
                tasks.append(task)
            }
            tasks += [
                scenario.task("end") {
                    try await scenario.clock.sleep(for: .seconds(3))
                    await group.end(0)
                }
            ]
            for task in tasks { await task.value }
            await group.end(0)
            let numbers = store.withLock { $0[0] } ?? []
            for producer in 1...2 {
                scenario.expect(
                    numbers.filter { $0 / 10 == producer } == (1...3).map { 10 * producer + $0 }, "\(numbers)")
            }
            scenario.expect(numbers.count == 6)
        }
    }

    @Test(
        "A shutdown returns when all states are saved, whatever the runtimes do and whoever else shuts the group down")
    func shutdowns() {
        explore(schedules: Scale.chosen(debug: 2_000, release: 10_000)) { scenario in
            let store = Store([:])
            // Runtimes that come to rest while the group ends, and one that is at rest.
            let group = Self.group(in: scenario, store, effect: { await scenario.checkpoint() })
            for key in 1...3 { _ = try? await group.send(key == 1 ? 1 : 3, to: key) }
            let (began, limit) = (scenario.clock.now, Duration.seconds(60))
            let calls = (1...2).map { number in
                scenario.task("shutdown \(number)") {
                    let report = await group.shutdown(.drain, within: limit)
                    let saved = store.withLock { $0 }
                    // Schedules let time pass at any moment.
                    if began.duration(to: scenario.clock.now) >= limit { return }
                    scenario.expect(report.isComplete, "\(report)")
                    scenario.expect(saved == [1: [1], 2: [3], 3: [3]], "\(saved)")
                }
            }
            for call in calls { await call.value }
        }
    }

    @Test("Callers in line enter in their order, whoever of them is cancelled")
    func line() {
        explore(schedules: Scale.chosen(debug: 1_000, release: 10_000)) { scenario in
            let store = Store([:])
            let group = Self.group(in: scenario, store, mailbox: .suspend(capacity: 1))
            let accepted = Locked<Set<Int>>([])
            let callers = (1...4).map { number in
                scenario.task("caller \(number)") {
                    for part in 0...1 {
                        let event = try await group.deliver(10 * number + part, to: 0)
                        if event.outcome == .accepted { accepted.withLock { _ = $0.insert(10 * number + part) } }
                    }
                }
            }
            scenario.task("canceller") { callers[1].cancel() }
            for caller in callers { await caller.value }
            await group.end(0)
            let numbers = store.withLock { $0[0] } ?? []
            scenario.expect(
                Set(numbers) == accepted.withLock { $0 } && numbers.count == Set(numbers).count, "\(numbers)")
            for number in 1...4 {
                let own = numbers.filter { $0 / 10 == number }
                scenario.expect(own == own.sorted(), "\(numbers)")
            }
        }
    }

    @Test("A shutdown leaves no caller waiting, no action half accepted and no task")
    func shutdown() {
        explore(schedules: Scale.chosen(debug: 1_500, release: 10_000)) { scenario in
            let store = Store([:])
            // A call that comes after the shutdown is reported; here that is no mistake.
            let group = Diagnostics.$local.withValue(Diagnostics { _ in }) {
                Self.group(in: scenario, store, effect: { await scenario.checkpoint() })
            }
            let accepted = Locked<[Int]>([])
            for key in 0...1 {
                scenario.task("caller \(key)") {
                    for number in 1...3 {
                        let outcome = try await group.deliver(10 * key + number, to: key).outcome
                        switch outcome {
                        case .accepted: accepted.withLock { $0.append(10 * key + number) }
                        // Cancelled if the deadline comes first.
                        case .rejected(.shutDown), .cancelled, .effectsCancelled: break
                        default: scenario.fail("\(outcome)")
                        }
                    }
                }
            }
            scenario.task("shutdown") {
                await scenario.checkpoint()
                let deadline = scenario.clock.now.advanced(by: .seconds(3_600))
                let report = await group.shutdown(.drain, within: .seconds(3_600))
                // Whether the deadline comes first is a decision of the schedule.
                scenario.expect(report.isComplete && group.count == 0 || scenario.clock.now >= deadline, "\(report)")
            }
        }
    }

    @Test("A make that throws or is cancelled leaves nothing behind")
    func failingMake() {
        struct Failure: Error {}
        explore(schedules: Scale.chosen(debug: 1_000, release: 10_000)) { scenario in
            let store = Store([:])
            let group = Self.group(
                in: scenario, store,
                making: { attempt in
                    await scenario.checkpoint()
                    if attempt == 1 { throw Failure() }
                })
            for number in 1...3 {
                let caller = scenario.task("caller \(number)") {
                    do { try await group.deliver(number, to: 0) } catch is Failure {}
                }
                if number == 2 { scenario.task("canceller") { caller.cancel() } }
            }
            scenario.task("end") {
                try await scenario.clock.sleep(for: .seconds(2))
                await group.end(0, .cancel)
            }
        }
    }
}
