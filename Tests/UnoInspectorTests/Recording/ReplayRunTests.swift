import TestSupport
import Testing
import UnoArchitecture

@testable import UnoInspector

@Suite(.timeLimit(.hang))
struct ReplayRunTests {
    @Test func `The graph of a ring's replay is started before the first step`() async {
        // Counts the changes of its first number, which it knows from its start.
        let feature = Interact<[Int], Int>(initialValue: [0, 0]) { state, number in
            state[0] = number
            return .state
        }
        .onChange(of: \.first) { state, _, _ in
            state[1] += 1
            return .state
        }
        let recorder = Recorder<[Int], Int>(keeping: .last(3))
        let runtime = Runtime(feature, recording: recorder)
        for number in 1...5 { await runtime.send(number).finish() }
        await runtime.shutdown(.drain)
        #expect(recorder.recording.initialState == [4, 4])
        #expect(recorder.recording.steps.first?.state == [5, 5])
        #expect(await Replay(recorder.recording, of: feature).check() == .same)
    }

    @Test func `A ring that lacks a held action only says so`() {
        var recording = Recording<Int, Int>()
        recording.droppedSteps = 2
        #expect(recording.whyIncomplete == nil)
        recording.heldBefore = 1
        let reason = "it begins after 2 dropped step(s), of which these were under way: 1 held action(s)"
        #expect(recording.whyIncomplete == reason)
    }
}
