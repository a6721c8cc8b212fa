import TestSupport
import Testing
import UnoArchitecture
import UnoInspector
import UnoTesting

@Suite(.timeLimit(.hang))
struct ReplayTests {
    typealias Recorded = Recording<Tally.State, Tally.Action>

    /// Records what `play` does; the runtime is drained at the end.
    private func record(_ play: (Runtime<Tally.State, Tally.Action>) async -> Void) async -> Recorded {
        let recorder = Recorder<Tally.State, Tally.Action>()
        let runtime = Runtime(Tally(), recording: recorder)
        await play(runtime)
        await runtime.shutdown(.drain)
        return recorder.recording
    }

    private func check(_ recording: Recorded, _ feature: Tally? = nil) async -> ReplayResult {
        await Replay(recording, of: feature ?? Tally()).check()
    }

    @Test func `Actions are recorded with their causes, places and states`() async {
        let recording = await record { runtime in
            await runtime.send(.add(2)).finish()
            await runtime.send(.add(3)).finish()
        }
        let steps = recording.steps
        #expect(steps.map(\.cause) == [.start, .sent, .sent, .finish, .finish])
        #expect(steps.map(\.action) == [nil, .add(2), .add(3), nil, nil])
        #expect(steps.map(\.state?.count) == [0, 2, 5, 5, 5])
        #expect(steps[1].place?.fileID == #fileID)
        #expect(recording.initialState == Tally.State())
        #expect(await check(recording) == .same)
    }

    @Test func `Effects are held, and what they sent and fed back is repeated`() async {
        let recording = await recorded(Tally(), [.load(1), .load(2), .chain])
        #expect(recording.steps.map(\.cause).count { $0 == .effect } == 2)
        #expect(recording.steps.map(\.cause).count { $0 == .fedBack } == 2)
        #expect(recording.steps.map(\.cause).count { $0 == .next } == 1)
        #expect(await check(recording) == .same)
    }

    @Test func `What clocks decided is decided again`() async {
        let clock = TestClock()
        let recorder = Recorder<Timed.State, Int>(clock: clock)
        // After each call everything has happened that can.
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let runtime = Runtime(Timed(clock: clock), recording: recorder, executor: .on(executor))
        func send(_ number: Int) {
            runtime.send(number)
            executor.runUntilIdle()
        }
        func advance() {
            clock.advance(by: .seconds(1))
            executor.runUntilIdle()
        }
        for number in 1...3 { send(number) }
        for number in 4...5 {
            advance()
            send(number)
        }
        advance()
        executor.shutDown(runtime)
        let log = recorder.recording.steps.last?.state?.log ?? []
        #expect(Set(log).isSuperset(of: ["throttled 1", "throttled 3", "debounced 3", "delayed 3", "debounced 4"]))
        #expect(Set(log).isDisjoint(with: ["throttled 2", "debounced 1", "debounced 2", "delayed 1", "delayed 2"]))
        #expect(recorder.recording.steps.contains { $0.cause == .held })
        #expect(await Replay(recorder.recording, of: Timed(clock: TestClock())).check() == .same)
    }

    @Test func `An event that is cancelled after its effect has fed back is cancelled in the replay, too`() async {
        let work = DeafWork()
        let feature = Interact<Int, Int>(initialValue: 0) { state, action, dispatch in
            switch action {
            case 1:
                return .perform(id: "work", policy: .dropNew) { _, _ in
                    await dispatch(2)
                    await work.run()
                }
            case 2:
                state += 1
                return .state
            default: return .perform(id: "work", policy: .dropNew) { _, send in await send { $0 += 10 } }
            }
        }
        let (recorder, executor) = (Recorder<Int, Int>(), ControlledExecutor())
        defer { executor.runFreely() }
        let runtime = Runtime(feature, recording: recorder, executor: .on(executor))
        let event = runtime.send(1)
        executor.runUntilIdle()
        event.cancel()
        executor.runUntilIdle()
        // A cancelled effect that has not ended does not count: this one is not dropped.
        runtime.send(3)
        executor.runUntilIdle()
        work.release()
        executor.shutDown(runtime)
        #expect(recorder.recording.steps.last?.state == 11)
        #expect(await Replay(recorder.recording, of: feature).check() == .same)
    }

    /// A child that notes how often it is asked for its initial value.
    private struct Asked: Interactor {
        let asked: Record<Void>

        var initialValue: Int {
            asked.append()
            return 0
        }
        var body: some Interactor<Int, Int> {
            Interact<Int, Int>(initialValue: 0) { state, number in
                state += number
                return .state
            }
        }
    }

    @CasePathable
    enum ParentAction: Sendable {
        case child(Int)
        case childState(Int)
    }

    @Test func `The parts start once: they are asked for their initial values as often as before`() async {
        let asked = Record<Void>()
        let feature = Interact<Int, ParentAction>(initialValue: 0) { state, action in
            if case .childState(let number) = action { state = number }
            return .state
        }
        .when(stateIs: \.self, actionIs: \.child, stateAction: \.childState) { Asked(asked: asked) }
        let recording = await recorded(feature, [.child(2)])
        let live = asked.count
        #expect(live > 0)
        #expect(await Replay(recording, of: feature).check() == .same)
        #expect(asked.count == 2 * live)
    }

    @Test func `A changed feature differs in the step in which it differs first, field by field`() async throws {
        let recording = await recorded(Tally(), [.load(1), .add(0), .add(3)])
        let difference = try #require(await check(recording, Tally(factor: 2)).difference)
        let step = recording.steps.first { $0.action == .add(3) }
        #expect(difference.step == step?.number)
        #expect(difference.place == step?.place)
        #expect(difference.action == "add(3)")
        #expect(difference.fields.map(\.path) == ["count"])
    }

    @Test func `The state after each step is that of the recording`() async throws {
        let recording = await recorded(Tally(), (0..<20).map { Tally.Action.add($0) } + [.load(7)])
        let replay = Replay(recording, of: Tally())
        for step in recording.steps where step.state != nil {
            #expect(try await replay.state(after: step.number) == step.state)
        }
        for absent in [-1, recording.steps.count] {
            await #expect(throws: ReplayError.noStep(absent)) { try await replay.state(after: absent) }
        }
    }

    @Test func `What has no state says why`() async {
        let recording = await recorded(Tally(), [.load(1)])
        // A feature without the effect that has fed the action back.
        let other = Interact<Tally.State, Tally.Action>(initialValue: Tally.State()) { _, _ in .none }
        let last = recording.steps.count - 1
        let error = await #expect(throws: ReplayError.self) {
            try await Replay(recording, of: other).state(after: last)
        }
        guard case .notReached(last, .differs) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let replay = Replay(recording, of: Tally())
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await replay.state(after: 0)
        }
        await #expect(throws: ReplayError.cancelled) { try await cancelled.value }
        #expect(await (try? replay.state(after: 0)) == Tally.State())
    }

    @Test func `A list that differs is named by its places`() async {
        let feature = { (factor: Int) in
            Interact<[Int], Int>(initialValue: [0]) { list, number in
                list[0] += number * factor
                return .state
            }
        }
        let difference = await Replay(recorded(feature(1), [1]), of: feature(2)).check().difference
        #expect(difference?.fields.map(\.path) == ["[0]"])
    }

    @Test func `Actions from four tasks are repeated in their order`() async {
        let recording = await record { runtime in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        for turn in 0..<25 {
                            await runtime.deliver(turn.isMultiple(of: 5) ? .load(turn) : .add(number))
                        }
                    }
                }
            }
        }
        #expect(recording.steps.count { $0.cause == .sent } == 100)
        #expect(await check(recording) == .same)
    }

    @Test func `A ring begins with the state before its first step`() async {
        let recording = await recorded(Tally(), Array(repeating: Tally.Action.add(1), count: 10), keeping: .last(3))
        // The start, ten actions and the two steps of a drain.
        #expect(recording.droppedSteps == 10)
        #expect(recording.initialState?.count == 9)
        #expect(recording.steps.map(\.number) == [10, 11, 12])
        #expect(await check(recording) == .same)
    }

    @Test func `A ring that begins while an action is held is not replayed`() async {
        let clock = TestClock()
        let recorder = Recorder<Timed.State, Int>(keeping: .last(1), clock: clock)
        let executor = ControlledExecutor()
        let runtime = Runtime(Timed(clock: clock), recording: recorder, executor: .on(executor))
        for number in 0..<4 { runtime.send(number) }
        executor.runUntilIdle()
        executor.runFreely()
        await runtime.shutdown(.cancel)
        let result = await Replay(recorder.recording, of: Timed(clock: clock)).check()
        #expect(result.obstacle?.contains("held action") == true, "\(result)")
    }

    @Test func `A ring that begins with a next action is not replayed`() async {
        let feature = Interact<Int, Int>(initialValue: 0) { count, number, dispatch in
            count += 1
            return number > 0 ? dispatch.next(number - 1) : .state
        }
        let recorder = Recorder<Int, Int>(keeping: .last(1))
        let runtime = Runtime(feature, recording: recorder)
        await runtime.send(3).finish()
        await runtime.shutdown(.cancel)
        let recording = recorder.recording
        #expect(recording.steps.map(\.cause) == [.next])
        let result = await Replay(recording, of: feature).check()
        #expect(result.obstacle?.contains("named as the next one") == true, "\(result)")
    }

    @Test func `A misuse that a replay repeats is reported without a place where the place is not known`() async {
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, send in await send.dismiss() } }
        let reports = Record<Diagnostic>()
        let result = await Diagnostics.$local.withValue(Diagnostics { reports.append($0) }) {
            await Replay(recorded(feature, [1]), of: feature).check()
        }
        #expect(result == .same)
        #expect(reports.elements.map(\.kind) == [.notPresented, .notPresented])
        #expect(reports.elements.map(\.fileID) == [#fileID, nil])
    }

    @Test(arguments: 0..<UInt64(50))
    func `What follows an effect does not depend on a cancellation that nobody has looked at yet`(seed: UInt64) async {
        let executor = ControlledExecutor(seed: seed)
        defer { executor.runFreely() }
        let (work, events) = (HeldWork(), Record<EventTask>())
        @Sendable func feature() -> some Interactor<Int, Int> {
            Interact<Int, Int>(initialValue: 0) { _, action in
                if action == 2 { return .perform(id: 0, policy: .waitTurn) { _, _ in } }
                return .concatenate([
                    .perform(id: 0, policy: .waitTurn) { _, _ in
                        await work.run()
                        events.elements[1].cancel()
                    },
                    .perform(id: 0, policy: .dropNew) { _, send in await send { $0 += 1 } },
                ])
            }
        }
        let recorder = Recorder<Int, Int>()
        let runtime = Runtime(feature(), recording: recorder, executor: .on(executor))
        for action in 1...2 { events.append(runtime.send(action)) }
        executor.runUntilIdle()
        work.release()
        executor.runUntilIdle()
        #expect(await Replay(recorder.recording, of: feature()).check() == .same)
    }

    @Test(arguments: 0..<UInt64(20)) func `A shutdown is recorded as no cancellation of an event`(seed: UInt64) {
        let executor = ControlledExecutor(seed: seed)
        defer { executor.runFreely() }
        let (work, recorder) = (HeldWork(), Recorder<Int, Int>())
        let feature = Interact<Int, Int>(initialValue: 0) { _, _ in
            let effect = Emission<Int>.perform(id: 0, policy: .waitTurn) { _, _ in await work.run() }
            return .merge([effect, effect])
        }
        let runtime = Runtime(feature, recording: recorder, executor: .on(executor))
        runtime.send(1)
        executor.runUntilIdle()
        executor.shutDown(runtime, .cancel)
        #expect(!recorder.recording.entries.contains { if case .cancelled = $0 { true } else { false } })
    }

    @Test(.misuse) func `A runtime that is cancelled leaves a recording that can be replayed`() async {
        let clock = TestClock()
        let recorder = Recorder<Timed.State, Int>(clock: clock)
        let runtime = Runtime(Timed(clock: clock), recording: recorder)
        await runtime.deliver(1)
        await clock.waitForSleepers(2)
        await runtime.shutdown(.cancel)
        runtime.send(1)
        #expect(recorder.recording.entries.contains { if case .rejected = $0 { true } else { false } })
        #expect(await Replay(recorder.recording, of: Timed(clock: TestClock())).check() == .same)
    }

    @Test(.misuse) func `A ring keeps the last refusals, however many there are without a step`() async {
        let recorder = Recorder<Tally.State, Tally.Action>(keeping: .last(10))
        let runtime = Runtime(Tally(), recording: recorder)
        await runtime.send(.add(1)).finish()
        await runtime.shutdown(.drain)
        for _ in 0..<1_000 { runtime.send(.add(1)) }
        let refusals = recorder.recording.entries.count { if case .rejected = $0 { true } else { false } }
        // With the last of them there were twice as many again.
        #expect(refusals == 10)
        #expect(recorder.recording.steps.count == 4)
    }
}
