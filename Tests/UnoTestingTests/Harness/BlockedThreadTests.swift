import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

/// Features that block the thread on which they run. The suite blocks one thread at a time, until the failure has been
/// recorded; the limit of a job, a second at least, passes in real time.
@Suite("What blocks its thread", .serialized, .timeLimit(.hang))
struct BlockedThreadTests {
    enum Action: Sendable, Equatable { case block, blockAtEnd, count }

    /// Blocks the calling thread until it is opened.
    private struct Gate: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        func wait() { semaphore.wait() }
        func open() { semaphore.signal() }
    }

    private static func feature(_ gate: Gate, _ clock: TestClock) -> Interact<Int, Action> {
        Interact(initialValue: 0) { state, action in
            switch action {
            case .block: return .perform { _, _ in gate.wait() }
            case .blockAtEnd:
                return .observe { _, _ in
                    try? await clock.sleep(for: .seconds(9))
                    gate.wait()
                }
            case .count:
                state += 1
                return .state
            }
        }
    }

    @Test func `is recorded at the call that waits for it, and the harness goes on when it has ended`() async {
        let gate = Gate()
        let found = await failures(onEach: gate.open) {
            let harness = InteractorTestHarness { Self.feature(gate, $0) }
            await harness.send(.block, timeout: .zero, line: 10)
            await harness.send(.count, line: 20) { $0 = 1 }
            await harness.finish(line: 30)
        }
        #expect(found.map(\.line) == [10])
        #expect(
            found.first?.text == """
                The feature does not come to rest: one job of it has run for 1.0 seconds. A handler or an effect blocks \
                its thread, or computes for longer than the time-out of the call. Under way:
                    what .block led to, sent at BlockedThreadTests.swift:10
                """)
    }

    @Test func `ends every other call, without another failure`() async {
        let gate = Gate()
        let found = await failures {
            let harness = InteractorTestHarness(exhaustivity: .off) { Self.feature(gate, $0) }
            await harness.send(.blockAtEnd)
            await harness.finish(timeout: .zero, line: 10)
            await harness.receive(line: 20)
            harness.exhaustivity = .on
            await harness.advance(by: .seconds(1), line: 30)
            await harness.run(line: 40)
            await harness.cancelEffects()
            _ = await harness.sendAndAwait(.count, line: 50)
            await harness.waitForStates(count: 9, line: 60)
            await harness.finish(line: 70)
            gate.open()
        }
        #expect(found.map(\.line).first == 10)
        #expect(Set(found.map(\.line)).isSubset(of: [10, 50]))
    }

    @Test @MainActor func `is recorded for a view model, although the test itself waits for the main actor`() async {
        let gate = Gate()
        let found = await failures(onEach: gate.open) {
            let harness = ViewModelTestHarness { DirectViewModel(Self.feature(gate, $0), instances: .many) }
            harness.send(.block, line: 10)
            await harness.receive(timeout: .zero, line: 20)
            harness.send(.count, line: 30) { $0 = 1 }
            await harness.finish(line: 40)
        }
        #expect(found.map(\.line) == [20, 20])
        #expect(found.first?.text.contains("one job of it has run for") == true)
    }

    @Test func `A visit of the executor leaves it at rest`() async {
        let (executor, jobs) = (RestingExecutor(), Record<Int>())
        for number in 0..<200 {
            _ = await executor.visit {
                Task(executorPreference: executor) {
                    for _ in 0..<20 { await withTaskGroup { $0.addTask {} } }
                    jobs.append(number)
                }
            }
            #expect(jobs.elements.count == number + 1)
        }
    }
}
