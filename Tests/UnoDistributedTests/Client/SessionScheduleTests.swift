import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoDistributed

@Suite("A session under every order of its tasks", .timeLimit(.hang))
struct SessionScheduleTests {
    /// Longer than the clock can run ahead: the host is there all the time.
    private let patience = Duration.seconds(1_000_000)

    @Test("two senders and a reader: each action once, each sender's in order, no hidden gap")
    func schedules() {
        // Some schedules let the clock run ahead of every call for thousands of steps.
        explore(schedules: 300, limit: 100_000) { [patience] scenario in
            let runtime = scenario.runtime("runtime", Journal {})
            let host = RuntimeHost(runtime, clock: scenario.clock, executor: scenario.executor)
            let session = JournalSession(
                RuntimeLink(host), options: SessionOptions(queue: 2, batch: 2, states: 2, patience: patience),
                clock: scenario.clock, executor: scenario.executor)
            let senders = (1...2).map { sender in
                scenario.task("sender \(sender)") {
                    for number in 1...2 { await session.enqueue(.note(sender * 10 + number)) }
                }
            }
            var seen: [SeenState] = []
            for await state in session.numberedStates(.bounded(2)) {
                seen.append(state)
                if state.state.entries.count == 4 { break }
            }
            for sender in senders { await sender.value }
            let entries = seen.last?.state.entries ?? []
            for sender in 1...2 {
                let own = entries.filter { $0 / 10 == sender }
                scenario.expect(own == [sender * 10 + 1, sender * 10 + 2], "\(entries)")
            }
            // The clock may run ahead, so that a lease ends: then there is a gap, and it is told.
            for (state, next) in zip(seen, seen.dropFirst()) where !next.isGap {
                scenario.expect(next.number == state.number + 1 && next.state.entries.starts(with: state.state.entries))
            }
            session.end()
            host.end()
            await runtime.shutdown(.cancel)
        }
    }

    @Test("the host is lost while an action is delivered: it is unknown or decided, and handled at most once")
    func loses() {
        explore(schedules: 300) { [patience] scenario in
            let runtime = scenario.runtime("runtime", Journal {})
            let host = RuntimeHost(runtime, clock: scenario.clock, executor: scenario.executor)
            let link = RuntimeLink(host)
            let session = JournalSession(
                link, options: SessionOptions(patience: patience), clock: scenario.clock, executor: scenario.executor)
            let loss = scenario.task("loss") {
                session.hostEnded()
                session.reconnect(to: link)
            }
            let first = await session.deliver(.note(1)).outcome
            await loss.value
            let second = await session.deliver(.note(2)).outcome
            session.end()
            host.end()
            await runtime.shutdown(.drain)
            let entries = await runtime.state?.entries ?? []
            scenario.expect(second == .decided(.accepted) && entries.last == 2, "\(first) \(second) \(entries)")
            switch first {
            case .decided(.accepted): scenario.expect(entries == [1, 2], "\(entries)")
            case .unknown: scenario.expect(entries == [1, 2] || entries == [2], "\(entries)")
            default: scenario.fail("\(first)")
            }
        }
    }

    @Test("the host is lost for good: every wait ends, and what was not sent is not handled")
    func losesForGood() {
        explore(schedules: 300) { [patience] scenario in
            let runtime = scenario.runtime("runtime", Journal {})
            let host = RuntimeHost(runtime, clock: scenario.clock, executor: scenario.executor)
            let session = JournalSession(
                RuntimeLink(host), options: SessionOptions(queue: 1, batch: 1, patience: patience),
                clock: scenario.clock, executor: scenario.executor)
            let outcomes = Record<(number: Int, outcome: RemoteOutcome)>()
            let senders = (1...3).map { number in
                scenario.task("sender \(number)") {
                    let task = await session.deliver(.note(number))
                    await task.finish()
                    outcomes.append((number, task.outcome))
                }
            }
            let reader = scenario.task("reader") { _ = try? await session.state }
            session.hostEnded()
            for sender in senders { await sender.value }
            await reader.value
            session.end()
            host.end()
            await runtime.shutdown(.drain)
            let entries = await runtime.state?.entries ?? []
            for (number, outcome) in outcomes.elements {
                switch outcome {
                case .decided(.accepted): scenario.expect(entries.contains(number), "\(number): \(outcome) \(entries)")
                case .unknown: break
                default: scenario.expect(!entries.contains(number), "\(number): \(outcome) \(entries)")
                }
            }
        }
    }
}
