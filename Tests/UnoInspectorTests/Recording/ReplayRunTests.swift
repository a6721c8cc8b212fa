import Foundation
import TestSupport
import Testing
import UnoArchitecture

@testable import UnoInspector

@Suite(.timeLimit(.hang))
struct ReplayRunTests {
    /// Counts the changes of its first number, which it knows from its start.
    private var feature: some Interactor<[Int], Int> {
        Interact<[Int], Int>(initialValue: [0, 0]) { state, number in
            state[0] = number
            return .state
        }
        .onChange(of: \.first) { state, _, _ in
            state[1] += 1
            return .state
        }
    }

    @Test(arguments: [1, 5]) func `The graph of a ring's replay is started before the first step`(count: Int) async {
        let recording = await recorded(feature, Array(1...count), keeping: .last(3))
        #expect(recording.droppedSteps == count)
        #expect(recording.initialState == [count - 1, count - 1])
        #expect(recording.steps.first?.state == [count, count])
        #expect(await Replay(recording, of: feature).check() == .same)
    }

    @Test func `A replay is stopped by the first state that is meant`() async throws {
        let recording = await recorded(feature, Array(1...5))
        let stop = try await Replay(recording, of: feature).run(without: [], until: { $0[0] >= 2 })
        #expect(stop == recording.steps.first { $0.action == 2 }?.number)
    }

    @Test(.misuse) func `A refusal that the replay does not repeat is a difference`() async throws {
        let feature = Interact<Int?, ReplayTests.ParentAction>(initialValue: nil) { _, _ in .none }
        let parent = feature.ifLet(\.self, action: \.child) { Interact<Int, Int>(initialValue: 0) { _, _ in .none } }
        let recording = await recorded(parent, [.child(1)])
        let difference = try #require(await Replay(recording, of: feature).check().difference)
        #expect(difference.step == 1 && difference.fields.isEmpty)
        #expect(difference.reason == "a part that the action addresses was not there when it was recorded")
    }

    @Test func `Effects that have other ids in the replay are known by their order`() async {
        let feature = Interact<Int, Int>(initialValue: 0) { _, number in
            .merge((1...2).map { place in .perform(id: UUID()) { _, send in await send { $0 += place * number } } })
        }
        let recording = await recorded(feature, [1, 2])
        #expect(recording.steps.count { $0.cause == .effect } == 4)
        #expect(await Replay(recording, of: feature).check() == .same)
    }

    @Test func `A ring that lacks a held action or effects says so`() {
        var recording = Recording<Int, Int>()
        recording.droppedSteps = 1
        #expect(recording.whyIncomplete == nil)
        let reason = "it begins after 1 dropped step(s), of which these were under way: "
        recording.heldBefore = 1
        #expect(recording.whyIncomplete == reason + "1 held action(s)")
        recording.heldBefore = 0
        for number: UInt64 in 2...7 { recording.effectsBefore[number] = RecordedEffect(number, .registered) }
        recording.effectsBefore[2]?.effectID = "load"
        #expect(recording.whyIncomplete == reason + "effect 2 (load), effect 3, effect 4, effect 5, effect 6")
    }

    @Test func `The action behind a step is that with which its event began`() {
        var recording = Recording<Int, Int>()
        let steps: [(StepCause, UInt64)] = [
            (.sent, 1), (.fedBack, 2), (.sent, 3), (.effect, 1), (.effect, 2), (.effect, 3),
        ]
        for (number, (cause, event)) in steps.enumerated() {
            var open = OpenStep(number: number, cause: cause, event: event, effect: nil, time: .zero)
            if cause != .effect { open.action = number }
            recording.entries.append(.step(Recording.Step(open)))
        }
        #expect(recording.steps.map { recording.action(behind: $0) } == [0, 1, 2, 0, nil, 2])
    }
}
