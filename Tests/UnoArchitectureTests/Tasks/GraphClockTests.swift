import TestSupport
import Testing
import UnoTesting

@testable import UnoArchitecture

@Suite("The clock of a graph", .timeLimit(.hang))
struct GraphClockTests {
    private struct Failure: Error {}

    @Test("that fails to sleep is reported once, and another one takes its place")
    func failing() async {
        let (recorder, sleeps, other) = (DiagnosticsRecorder(), Record<Void>(), TestClock())
        let failing = ManualClock { _, _ in
            sleeps.append()
            throw Failure()
        }
        let clock = recorder { GraphClock(failing, at: CallSite("Module/File.swift", 7), substitute: other) }
        let ends = Record<Bool>()
        let sleeper = Task { for _ in 0..<3 { ends.append(await clock.sleep(for: .seconds(1))) } }
        for count in 0..<3 {
            await other.waitForSleepers(1)
            #expect(ends.elements.count == count)
            other.advance(by: .seconds(1))
            await ends.waitFor(count + 1)
        }
        await sleeper.value
        #expect(ends.elements == [true, true, true] && sleeps.count == 1)
        #expect(recorder.kinds == [.unreliableClock] && recorder.reports.elements.first?.line == 7)
    }

    @Test("does not sleep in a cancelled task, and is not blamed for that")
    func cancelled() async {
        let recorder = DiagnosticsRecorder()
        let clock = recorder { GraphClock(ManualClock.stalled()) }
        let task = Task { await clock.sleep(for: .seconds(1)) }
        task.cancel()
        #expect(await task.value == false)
        #expect(recorder.kinds == [])
    }

    @Test("limits the wait for the tasks of a graph, although it fails")
    func limit() async {
        let (tasks, work, other) = (GraphTasks(executor: nil), HeldWork(), TestClock())
        tasks.start { await work.run() }
        let clock = DiagnosticsRecorder()({ GraphClock(ManualClock { _, _ in throw Failure() }, substitute: other) })
        let joined = Task {
            await tasks.joined(within: .seconds(1), on: clock) {
                _ = tasks.cancelAll()
                return "cut"
            }
        }
        await other.waitForSleepers(1)
        other.advance(by: .seconds(1))
        #expect(await joined.value == "cut")
    }
}
