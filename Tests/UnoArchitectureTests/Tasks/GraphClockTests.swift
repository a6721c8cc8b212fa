import TestSupport
import Testing
import UnoOperation
import UnoTesting

@testable import UnoArchitecture

@Suite("The clock of a graph", .timeLimit(.hang))
struct GraphClockTests {
    private struct Failure: Error {}

    @Test("that fails to sleep is reported once, and the system's takes its place")
    func failing() async {
        let (recorder, sleeps) = (DiagnosticsRecorder(), Record<Void>())
        let clock = recorder {
            GraphClock(
                ManualClock { _, _ in
                    sleeps.append()
                    throw Failure()
                },
                at: CallSite("Module/File.swift", 7)
            )
        }
        let start = ContinuousClock.now
        for _ in 0..<3 { #expect(await clock.sleep(for: .milliseconds(1))) }
        #expect(start.duration(to: .now) >= .milliseconds(3))
        #expect(sleeps.count == 1)
        #expect(recorder.kinds == [.unreliableClock])
        #expect(recorder.reports.elements.first?.line == 7)
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

    @Test("limits the shutdown of a runtime, of a group and the wait for an event, although it fails", .misuse)
    func limits() async throws {
        let (clock, work) = (ManualClock { _, _ in throw Failure() }, DeafWork())
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in await work.run() } }
        let runtime = Runtime(feature, clock: clock)
        let event = runtime.send(1)
        #expect(await event.finish(within: .milliseconds(1)) == false)
        #expect(await runtime.shutdown(.drain, within: .milliseconds(1)).isComplete == false)
        let group = RuntimeGroup<Int, Int, Int>(clock: clock) { _ in Runtime(feature) }
        try await group.send(1, to: 1)
        #expect(await group.shutdown(within: .milliseconds(1)).isComplete == false)
        work.release()
        work.release()
    }
}
