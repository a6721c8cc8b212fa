import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoTesting

/// Tests that recordings print pass, also for states that source does not say easily. Each stands here as it is printed.
@Suite(.timeLimit(.hang))
struct RecordedTestTests {
    private var reading: some Interactor<Double, Double> {
        Interact<Double, Double>(initialValue: 0) { state, number in
            state = number
            return .state
        }
    }

    @Test func `The printed test of a value that does not equal itself passes, as its replay does`() async throws {
        let recorder = Recorder<Double, Double>()
        let runtime = Runtime(reading, recording: recorder)
        await runtime.send(.nan).finish()
        await runtime.shutdown(.drain)
        #expect(await Replay(recorder.recording, of: reading).check() == .same)
        #expect(
            try recorder.recording.test(of: "reading") == """
                let harness = ScriptedHarness(reading)
                await harness.start(with: 0.0)
                await harness.send(.nan) { $0 = .nan }
                await harness.finish { $0 = .nan }
                await harness.finish { $0 = .nan }
                await harness.end()
                """)
        let harness = ScriptedHarness(reading)
        await harness.start(with: 0.0)
        await harness.send(.nan) { $0 = .nan }
        await harness.finish { $0 = .nan }
        await harness.finish { $0 = .nan }
        await harness.end()
    }
}
