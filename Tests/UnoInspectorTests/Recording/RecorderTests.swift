import AsyncKit
import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@testable import UnoInspector

/// What is recorded, in which order, and beside whom.
@Suite(.timeLimit(.hang))
struct RecorderTests {
    /// A part that names a next action, and one that calls `cancel`, in this order or in the other one.
    private struct Cancelling: Interactor {
        let cancelsFirst: Bool
        let cancel: @Sendable () -> Void

        var body: some Interactor<[Int], Int> {
            if cancelsFirst { canceller }
            Interact<[Int], Int>(initialValue: []) { state, action, dispatch in
                state.append(action)
                return action == 1 ? .merge([.state, dispatch.next(2)]) : .state
            }
            if !cancelsFirst { canceller }
        }

        private var canceller: some Interactor<[Int], Int> {
            Interact<[Int], Int> { [cancel] _, action in
                if action == 1 { cancel() }
                return .none
            }
        }
    }

    @Test(arguments: [true, false])
    func `A cancellation is recorded where the graph acts on it`(cancelsFirst: Bool) async {
        let (event, executor) = (Slot<EventTask>(), ControlledExecutor())
        defer { executor.runFreely() }
        let recorder = Recorder<[Int], Int>()
        let feature = Cancelling(cancelsFirst: cancelsFirst) { event.value?.cancel() }
        let runtime = Runtime(feature, recording: recorder, executor: .on(executor))
        event.value = runtime.send(1)
        // Handled before the runtime has looked at what was cancelled.
        runtime.send(3)
        executor.runUntilIdle()
        executor.shutDown(runtime)
        #expect(recorder.recording.steps.last?.state == [1, 3])
        let cancellations = recorder.recording.entries.count { if case .cancelled = $0 { true } else { false } }
        #expect(cancellations == 1)
        let replayed = Cancelling(cancelsFirst: cancelsFirst) {}
        #expect(await Replay(recorder.recording, of: replayed).check() == .same)
    }

    @Test func `What ends because its event was cancelled stands behind the cancellation`() async {
        let (event, executor) = (Slot<EventTask>(), ControlledExecutor())
        defer { executor.runFreely() }
        let recorder = Recorder<Int, Int>()
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            event.value?.cancel()
            let effect = Emission<Int>.perform(id: 0, policy: .waitTurn) { _, _ in }
            return .merge([effect, effect])
        }
        let runtime = Runtime(feature, recording: recorder, executor: .on(executor))
        event.value = runtime.send(1)
        executor.runUntilIdle()
        let entries = recorder.recording.entries.map { entry in
            switch entry {
            case .step(let step): "\(step.cause) \(step.effects.map { "\($0.number) \($0.change)" })"
            case .effect(let effect): "\(effect.number) \(effect.change)"
            case .cancelled: "the event is cancelled"
            case .rejected: "rejected"
            }
        }
        #expect(
            entries == [
                "start []", #"sent ["1 registered", "2 registered"]"#, "the event is cancelled", "1 cancelled",
                "1 ended", "2 cancelled", "2 ended",
            ])
    }

    /// Counts what it hears.
    private final class Listener: RuntimeObserver {
        let heard = Record<String>()
        func runtime(_ runtime: RuntimeIdentity, accepted action: ActionRecord) { heard.append("accepted") }
        func runtime(_ runtime: RuntimeIdentity, rejected action: ActionRecord, reason: Rejection) {
            heard.append("rejected")
        }
        func runtime(_ runtime: RuntimeIdentity, beganStep step: StepRecord) { heard.append("began \(step.cause)") }
        func runtime(_ runtime: RuntimeIdentity, endedStep step: StepRecord) { heard.append("ended \(step.cause)") }
        func runtime(_ runtime: RuntimeIdentity, effect: EffectRecord, _ change: EffectRecord.Change) {
            heard.append("effect \(change)")
        }
    }

    @Test(.misuse) func `A runtime is recorded and observed at once`() async {
        func play(_ runtime: Runtime<Tally.State, Tally.Action>) async {
            await runtime.deliver(.load(1)).finish()
            await runtime.shutdown(.drain)
            runtime.send(.add(1))
        }
        let (alone, beside) = (Listener(), Listener())
        let recorder = Recorder<Tally.State, Tally.Action>()
        await play(Runtime(Tally(), observer: alone))
        await play(Runtime(Tally(), recording: recorder, observer: beside))
        #expect(Set(beside.heard.elements) == Set(alone.heard.elements))
        #expect(beside.heard.elements.count == alone.heard.elements.count)
        #expect(recorder.recording.entries.contains { if case .rejected = $0 { true } else { false } })
        #expect(await Replay(recorder.recording, of: Tally()).check() == .same)
    }

    @Test func `A runtime is recorded and traced at once`() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("uno-\(UUID().uuidString).trace")
        defer { try? FileManager.default.removeItem(at: url) }
        let trace = try TraceObserver(writingTo: url)
        let recorder = Recorder<Tally.State, Tally.Action>()
        let runtime = Runtime(Tally(), recording: recorder, observer: trace)
        await runtime.send(.load(1)).finish()
        await runtime.shutdown(.drain)
        trace.close()
        #expect(try String(contentsOf: url, encoding: .utf8).contains("load"))
        #expect(await Replay(recorder.recording, of: Tally()).check() == .same)
    }

    @Test(.misuse)
    func `Refusals of racing senders have one order, in the recording, in its times and in its file`() async throws {
        typealias Recorded = Recording<Tally.State, Tally.Action>
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("uno-\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        let recorder = Recorder<Tally.State, Tally.Action>()
        try recorder.write(to: url) { Issue.record($0) }
        let runtime = Runtime(Tally(), recording: recorder, mailbox: .dropNewest(capacity: 2))
        await withTaskGroup { group in
            for _ in 0..<4 { group.addTask { for number in 0..<100 { runtime.send(.add(number)) } } }
        }
        await runtime.shutdown(.drain)
        let times = recorder.recording.entries.compactMap { entry -> Duration? in
            switch entry {
            case .step(let step): step.time
            case .rejected(let refusal): refusal.time
            case .effect, .cancelled: nil
            }
        }
        #expect(times == times.sorted())
        #expect(try Recorded(contentsOf: url).jsonLines() == recorder.recording.jsonLines())
    }

    @Test @MainActor func `A view model goes to a step of its replay and back`() async throws {
        let recorder = Recorder<Tally.State, Tally.Action>()
        let model = DirectViewModel(Tally(), observer: recorder.observer(), instances: .many)
        model.sendViewEvent(.add(1))
        await model.sendViewEvent(.load(5)).finish()
        let replay = Replay(recorder.recording, of: Tally())
        for step in recorder.recording.steps {
            try await model.show(step: step.number, of: replay)
            #expect(model.viewState == step.state)
        }
        await #expect(throws: ReplayError.noStep(99)) { try await model.show(step: 99, of: replay) }
        #expect(model.sendViewEvent(.add(1)).outcome == .rejected(.showsPast))
        model.showPresent()
        #expect(model.count == 6)
        model.sendViewEvent(.add(1))
        #expect(model.count == 7)
    }

    @Test(.misuse) func `A recorder that gets another runtime tells nothing more of the former one`() async {
        let recorder = Recorder<Tally.State, Tally.Action>()
        let runtime = Runtime(Tally(), recording: recorder)
        await runtime.shutdown(.drain)
        let heard = Record<Void>()
        recorder.hear(alsoNow: true) { [weak runtime, weak recorder] entry, _ in
            guard case .rejected = entry else { return }
            heard.append()
            switch heard.count {
            // Two more wait to be told.
            case 1: for _ in 0..<2 { runtime?.send(.add(1)) }
            case 2: _ = recorder?.observer()
            default: break
            }
        }
        runtime.send(.add(1))
        #expect(heard.count == 2)
        #expect(recorder.recording.entries.isEmpty)
    }

    @Test func `A recorder that gets another runtime keeps nothing more of the former one`() async throws {
        let recorder = Recorder<Tally.State, Tally.Action>()
        let runtime = Runtime(Tally(), recording: recorder)
        await runtime.send(.add(1)).finish()
        let former = try #require(recorder.presentLog)
        _ = recorder.observer()
        let kept = former.recording.entries.count
        await runtime.send(.add(2)).finish()
        await runtime.shutdown(.drain)
        #expect(former.recording.entries.count == kept)
    }

    /// An action that notes its release.
    private final class Letter: Sendable {
        private let released: Record<Void>
        init(_ released: Record<Void>) { self.released = released }
        deinit { released.append() }
    }

    @Test func `Nor does it keep an action of the former one`() async throws {
        let (recorder, released) = (Recorder<Int, Letter>(), Record<Void>())
        let runtime = Runtime(Interact<Int, Letter>(initialValue: 0) { _, _ in .none }, recording: recorder)
        let former = try #require(recorder.presentLog)
        _ = recorder.observer()
        await runtime.send(Letter(released)).finish()
        await runtime.shutdown(.drain)
        await released.waitFor(1)
        withExtendedLifetime(former) {}
    }

    @CasePathable
    enum PathAction: Sendable {
        case path(StackAction<Int, Never>)
        case other
    }

    @Test func `Nothing is recorded of the elements of a stack in a step that leaves it as it is`() async {
        let feature = Interact<StackState<Int>, PathAction>(initialValue: []) { _, _ in .state }
            .presents(stack: \.self, action: \.path) { EmptyInteractor<Int, Never>() }
        let recorder = Recorder<StackState<Int>, PathAction>()
        let runtime = Runtime(feature, recording: recorder)
        for action: PathAction in [.path(.push(7)), .other, .other] { await runtime.send(action).finish() }
        let decisions = recorder.recording.steps.map(\.decisions)
        #expect(decisions.contains { $0.contains(true) } && decisions.last?.contains(true) == false)
        await runtime.shutdown(.drain)
    }

    /// Counts how often it is read.
    private struct CountedClock: Clock {
        let base = TestClock()
        let readings = Locked(0)
        var now: TestClock.Instant {
            readings.withLock { $0 += 1 }
            return base.now
        }
        var minimumResolution: Duration { base.minimumResolution }
        func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    private struct TimedByCount: Interactor {
        let clock: CountedClock

        var body: some Interactor<[String], Int> {
            Interact<[String], Int>(initialValue: []) { _, _ in .none }
            DebounceInteractor(for: .seconds(1), clock: clock) { Self.part("debounced") }
            ThrottleInteractor(for: .seconds(1), clock: clock) { Self.part("throttled") }
        }

        private static func part(_ name: String) -> some Interactor<[String], Int> {
            Interact<[String], Int> { state, number in
                state.append("\(name) \(number)")
                return .state
            }
        }
    }

    @Test func `A replay reads no clock`() async {
        let clock = CountedClock()
        let recorder = Recorder<[String], Int>(clock: clock.base)
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(TimedByCount(clock: clock), recording: recorder, executor: .on(executor))
        for number in 1...6 {
            runtime.send(number)
            executor.runUntilIdle()
            if number.isMultiple(of: 3) { clock.base.advance(by: .seconds(2)) }
            executor.runUntilIdle()
        }
        executor.shutDown(runtime)
        let log = recorder.recording.steps.last?.state ?? []
        #expect(Set(log).isSuperset(of: ["throttled 3", "debounced 6"]))
        let replayed = CountedClock()
        #expect(await Replay(recorder.recording, of: TimedByCount(clock: replayed)).check() == .same)
        #expect(replayed.readings.withLock { $0 } == 0)
    }
}
