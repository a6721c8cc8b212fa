import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoInspector

@Suite(.timeLimit(.hang))
struct MomentsTests {
    typealias TallyRecorder = Recorder<Tally.State, Tally.Action>

    @Test func `A recording tells when a part of the state changes to something`() async {
        let recorder = TallyRecorder()
        let runtime = Runtime(Tally(), recording: recorder)
        for action: Tally.Action in [.add(3), .add(4), .load(1), .add(-8), .load(9)] {
            await runtime.send(action).finish()
        }
        await runtime.shutdown(.drain)
        let moments = recorder.recording.moments(when: \.count) { $0 >= 7 }
        #expect(moments.map(\.step.cause) == [.sent, .fedBack])
        #expect(moments.map(\.action) == [.add(4), .loaded(9)])
        #expect(moments.map(\.step.place?.fileID) == [#fileID, "UnoInspectorTests/RecordedFeatures.swift"])
        #expect("\(moments[1])".contains("fedBack by effect 2: loaded(9), at UnoInspectorTests/RecordedFeatures.swift"))
        #expect(recorder.recording.moments(when: \.count) { $0 == 0 }.map(\.step.cause) == [.start, .sent])
    }

    @Test func `A part that was so before the first step of a ring does not come to be so there`() async {
        let recorder = TallyRecorder(keeping: .last(1))
        let runtime = Runtime(Tally(), recording: recorder)
        await runtime.send(.add(1)).finish()
        #expect(recorder.recording.droppedSteps == 1)
        #expect(recorder.recording.moments(when: \.count) { $0 >= 0 }.isEmpty)
        #expect(recorder.recording.moments(when: \.count) { $0 > 0 }.map(\.step.number) == [1])
        await runtime.shutdown(.cancel)
    }

    @Test func `An update is told with the action that led to its effect`() async {
        let moments = await recorded(Tally(), [.load(2)]).moments(when: \.log.last) { $0 == "sent 2" }
        #expect(moments.map(\.step.cause) == [.effect])
        #expect(moments.first?.action == .load(2))
        #expect("\(moments[0])".hasSuffix(", from the action load(2)"))
    }

    @Test func `A live runtime tells each moment once, in its step`() async {
        let (recorder, told) = (TallyRecorder(), Record<[Int]>())
        recorder.tell(
            when: \.count, becomes: { $0.isMultiple(of: 2) },
            to: { told.append([$0.step.number, $0.step.state?.count ?? -1]) })
        for _ in 0..<2 {
            let runtime = Runtime(Tally(), recording: recorder)
            for _ in 0..<2 { await runtime.send(.add(1)).finish() }
            await runtime.send(.add(2)).finish()
            await runtime.shutdown(.drain)
        }
        #expect(told.elements == [[0, 0], [2, 2], [0, 0], [2, 2]])
    }

    @Test func `A runtime that runs already is heard from now on`() async {
        let recorder = TallyRecorder()
        let runtime = Runtime(Tally(), recording: recorder)
        await runtime.send(.add(1)).finish()
        let told = Record<Int>()
        recorder.tell(when: \.count, becomes: { $0 > 0 }, to: { told.append($0.step.number) })
        await runtime.send(.add(1)).finish()
        await runtime.send(.add(-2)).finish()
        await runtime.send(.add(5)).finish()
        await runtime.shutdown(.drain)
        #expect(told.elements == [4])
    }
}
