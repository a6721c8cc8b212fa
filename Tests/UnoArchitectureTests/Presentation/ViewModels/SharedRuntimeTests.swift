import AsyncKit
import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@MainActor @Suite("A view model of a shared runtime", .timeLimit(.hang)) struct SharedRuntimeTests {
    /// Has an entry when a value that was read has changed, or is about to.
    private func change<Value>(_ read: () -> Value) -> Record<Void> {
        let told = Record<Void>()
        _ = withObservationTracking(read) { told.append() }
        return told
    }

    @Test func `starts from the state that the runtime has, and follows it`() async {
        let runtime = Runtime(Sum.digits())
        await runtime.send(4).finish()
        let model = ViewModel(initialValue: "", runtime, BuildViewState<Int, String> { $1 = "\($0)" }, instances: .many)
        #expect(model.viewState == "4")
        let first = change { model.viewState }
        await model.sendViewEvent(2).finish()
        await first.waitFor(1)
        #expect(model.viewState == "42")
        let second = change { model.viewState }
        runtime.send(7)
        await second.waitFor(1)
        #expect(model.viewState == "427")
    }

    @Test func `shows one state in several view models`() async {
        let runtime = Runtime(Sum.digits())
        let models = (0..<3).map { _ in DirectViewModel(initialValue: 0, runtime, instances: .many) }
        let changes = models.map { model in change { model.viewState } }
        models[0].sendViewEvent(5)
        for change in changes { await change.waitFor(1) }
        #expect(models.map(\.viewState) == [5, 5, 5])
    }

    @Test func `tells a test each state that it shows, as a step of its own`() async {
        let runtime = Runtime(Sum.digits())
        let model = DirectViewModel(initialValue: 0, runtime, instances: .many)
        let (states, steps) = (Record<Int>(), Record<Int?>())
        model.record({ states.append($0) }, steps: { steps.append($0.emitted.last?.state) })
        model.sendViewEvent(5)
        #expect(await steps.waitFor(1) == [5])
        #expect(states.elements == [5])
    }

    @Test func `leaves the runtime as it is when it is released`() async {
        let runtime = Runtime(Sum.digits())
        do {
            let model = DirectViewModel(initialValue: 0, runtime, instances: .many)
            await model.sendViewEvent(1).finish()
        }
        await runtime.send(2).finish()
        #expect(await runtime.state == 12)
        await runtime.shutdown(.drain)
    }

    @Test func `An action that is handled at once is handled after the actions that were accepted before it`() async {
        let runtime = Runtime(Sum.digits(), executor: .mainActor)
        // The loop needs the main actor, which the test has.
        runtime.send(1)
        runtime.send(2)
        await runtime.handleNow(3).finish()
        #expect(await runtime.state == 123)
        await runtime.shutdown(.drain)
    }

    @Test func `An action is not handled at once if one that was accepted before it has cancelled the runtime`() async {
        let (own, handled) = (OwnRuntime<Int, Int>(), Record<Int>())
        let feature = Interact<Int, Int>.showing(0) { _, action in
            handled.append(action)
            own.runtime?.core.cancel()
        }
        let runtime = Runtime(feature, executor: .mainActor)
        own.set(runtime)
        let events = [runtime.send(1), runtime.send(2), runtime.handleNow(3)]
        #expect(handled.elements == [1])
        #expect(events.map(\.outcome) == [.effectsCancelled, .cancelled, .cancelled])
        await runtime.shutdown(.cancel)
    }

    @Test(
        "An action that comes behind the due one, and so to the limit of effects, waits, and then gives its place back")
    func atTheLimit() async {
        let (work, clock) = (HeldWork(), ManualClock.stalled())
        let working = Interact<Int, Int> { _, _ in .perform { _, _ in await work.run() } }
        let feature = Interactors.Merge(
            Sum.digits(), DebounceInteractor(for: .seconds(1), clock: clock) { working })
        let runtime = DiagnosticsRecorder()() {
            Runtime(
                feature, mailbox: .suspend(capacity: 1), executor: .mainActor,
                limits: RuntimeLimits(effects: .atMost(1)))
        }
        let states = runtime.states(.unbounded)
        runtime.handleNow(1)
        clock.advance(by: .seconds(1))
        let second = runtime.handleNow(2)
        #expect(!second.isHandled)
        await work.starts.waitFor(1)
        work.release()
        for await state in states where state == 12 { break }
        #expect(runtime.send(3).outcome == .accepted)
        await runtime.shutdown(.cancel)
    }

    /// Answers each action when the work is released.
    private struct Slow: Interactor {
        let work: HeldWork

        func interact(_ upstream: AsyncStream<Int>) -> AsyncStream<Int> {
            upstream.map { [work] action in
                await work.run()
                return action * 100
            }.eraseToStream()
        }
    }

    @Test("An action that is handled at once, and has to wait for a transformer, keeps its place and the next one's")
    func handledAtOnceBesideTransformer() async {
        let work = HeldWork()
        let runtime = Runtime(Interactors.Merge(Sum.digits(), Slow(work: work)), executor: .mainActor)
        let states = runtime.states(.unbounded)
        let events = [1, 2].map { runtime.handleNow($0) }
        for count in 1...2 {
            await work.starts.waitFor(count)
            work.release()
        }
        for event in events { await event.finish() }
        await runtime.shutdown(.drain)
        var taken: [Int] = []
        for await state in states { taken.append(state) }
        #expect(taken == [0, 1, 100, 1_002, 200])
    }

    @Test func `tells a sender that the runtime has ended`() async {
        let diagnostics = DiagnosticsRecorder()
        let runtime = diagnostics { Runtime(Sum.digits()) }
        let model = DirectViewModel(initialValue: 0, runtime, instances: .many)
        await runtime.shutdown(.cancel)
        #expect(model.sendViewEvent(1).outcome == .rejected(.shutDown))
        #expect(diagnostics.kinds == [.shutDown])
    }

    /// A reducer that records its input states.
    private static func recording(_ reduced: Record<Int>) -> BuildViewState<Int, [Int]> {
        BuildViewState { state, shown in
            reduced.append(state)
            shown.append(state)
        }
    }

    @Test("reduces the present state once, and then each that is emitted", arguments: SubscriptionTests.neighbours)
    func reducesOnce(neighbour: SubscriptionPolicy?) async {
        let feature = SubscriptionTests.Feature()
        let runtime = Runtime(feature)
        let neighbours = neighbour.map { policy in
            let states = runtime.states(policy)
            return Task { for await _ in states {} }
        }
        runtime.send(.loudly(1))
        await runtime.send(.silently(2)).finish()
        let reduced = Record<Int>()
        let model = ViewModel(initialValue: [], runtime, Self.recording(reduced), states: .unbounded, instances: .many)
        #expect(model.viewState == [2], "at once, as the runtime rests")
        runtime.send(.loudly(3))
        runtime.send(.loudly(4))
        await reduced.waitFor(3)
        #expect(reduced.elements == [2, 3, 4])
        #expect(model.viewState == [2, 3, 4])
        await runtime.shutdown(.drain)
        await neighbours?.value
    }

    @Test func `made in the middle of a step begins with the state after it`() async {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let own = OwnRuntime<Int, Int>()
        let (reduced, models) = (Record<Int>(), Record<ViewModel<Int, Int, [Int]>>())
        let feature = Interact<Int, Int>.showing(0) { state, number in
            state = number
            if number == 2 {
                // The test runs the executor's jobs on its own thread.
                MainActor.assumeIsolated {
                    models.append(
                        ViewModel(
                            initialValue: [], own.runtime!, Self.recording(reduced), states: .unbounded,
                            instances: .many))
                }
            }
        }
        let runtime = Runtime(feature, executor: .on(executor))
        own.set(runtime)
        for number in 1...3 { runtime.send(number) }
        executor.runUntilIdle()
        await reduced.waitFor(2)
        #expect(reduced.elements == [2, 3])
        #expect(models.elements.map(\.viewState) == [[2, 3]])
        // The feature keeps the view model, and the view model the runtime, until the graph lets go of its parts.
        executor.runFreely()
        await runtime.shutdown(.cancel)
    }
}
