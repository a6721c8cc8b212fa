import AsyncKit
import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// The end of a window is a fact of the clock: an action that is due comes before whatever begins after its deadline, even
/// if its sleeper has had no turn. On the clock of these tests sleepers never have one.
@Suite(.timeLimit(.hang))
struct DebounceDeadlineTests {
    let clock = ManualClock.stalled()

    private func digits() -> some Interactor<Int, Int> {
        DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() }
    }

    @Test("An action whose window has ended is handled before a newly arrived action", arguments: Host.allCases)
    func due(host: Host) {
        let stage = Stage(digits(), in: host)
        stage.send(1)
        clock.advance(by: .seconds(10))
        #expect(stage.send(2).states == [0, 1])
        clock.advance(by: .seconds(9))
        #expect(stage.send(3).states == [0, 1])
        clock.advance(by: .seconds(100))
        #expect(stage.send(4).states == [0, 1, 13])
        #expect(stage.finish().states == [0, 1, 13, 134] && stage.hasEnded)
    }

    @Test(
        "The step of the due action ends before the other begins, whichever part comes first", arguments: Host.allCases)
    func stepOfItsOwn(host: Host) {
        let stage = Stage(Interactors.Merge(Sum.constant(9), digits()), in: host)
        stage.send(1)
        clock.advance(by: .seconds(10))
        #expect(stage.send(2).states == [0, 9, 91, 919])
    }

    @Test("Of two windows on one clock the second is known when the first has ended", arguments: Host.allCases)
    func twoWindows(host: Host) {
        func late(_ name: String, after seconds: Int) -> some Interactor<[String], Int> {
            DebounceInteractor(for: .seconds(seconds), clock: clock) {
                Interact<[String], Int>.changing { state, action in state.append("\(name)\(action)") }
            }
            .wrap { step in if step.action > 0 { step.proceed() } }
        }
        let plain = Interact<[String], Int>.changing([]) { state, action in state.append("\(action)") }
        let stage = Stage(
            Interactors.Merge(plain, Interactors.Merge(late("a", after: 10), late("b", after: 30))), in: host)
        stage.send(1)
        clock.advance(by: .seconds(10))
        #expect(stage.send(0).last == ["1", "a1", "0"])
        clock.advance(by: .seconds(20))
        #expect(stage.send(-1).last == ["1", "a1", "0", "b1", "-1"])
    }

    @Test("A few actions that are due at once are handled without leaving the thread", arguments: [1, 3, 20])
    func together(count: Int) {
        let handled = Record<Void>()
        let work = HeldWork()
        let parts = (0..<count).map { _ in
            DebounceInteractor(for: .seconds(10), clock: clock) {
                Interact<Int, Int>.changing(0) { _, _ in handled.append() }
            }.eraseToAnyInteractor()
        }
        let effect = Interact<Int, Int>(initialValue: 0) { _, _ in
            .perform { _, send in
                await work.run()
                await send { $0 += 1 }
            }
        }
        let stage = Stage(Interactors.Merge(effect, Interactors.MergeMany(interactors: parts)))
        stage.send(1)
        clock.advance(by: .seconds(10))
        work.release()
        var counts: Set<Int> = []
        while stage.executor.runNext() { counts.insert(handled.count) }
        #expect(counts == [0, count])
    }

    @Test("A due action is not handled once its event is cancelled, in every order of the jobs")
    func cancelledWhenDue() {
        for seed in 0..<UInt64(50) {
            let clock = ManualClock.stalled()
            let stage = Stage(DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() }, seed: seed)
            let event = stage.settle(stage.runtime.send(1))
            clock.advance(by: .seconds(10))
            // The cancellation has not reached the debounce when the next action takes a turn.
            event.cancel()
            stage.send(2)
            clock.advance(by: .seconds(10))
            #expect(stage.send(3).states == [0, 2], "seed \(seed)")
        }
    }

    @Test("Time that passes within a burst counts", arguments: Host.allCases) func burst(host: Host) {
        let handled = Record<Int>()
        let delayed = DebounceInteractor(for: .seconds(10), clock: clock) {
            Interact<Int, Int>.changing(0, emitting: .none) { _, number in handled.append(number) }
        }
        // Longer than the window, after the debounce has received each action.
        let slow = Interact<Int, Int>.changing(0, emitting: .none) { [clock] _, _ in clock.advance(by: .seconds(11)) }
        let stage = Stage(Interactors.Merge(delayed, slow), in: host)
        for number in 1...200 { stage.hosted.send(number) }
        stage.executor.runUntilIdle()
        #expect(handled.elements == Array(1..<200))
    }

    @Test("Both actions are accepted, and each event ends with its own step") func events() {
        let stage = Stage(digits())
        let save = stage.settle(stage.runtime.send(1))
        let saveEnded = stage.run { await save.finish() }
        clock.advance(by: .seconds(10))
        let undo = stage.settle(stage.runtime.send(2))
        let undoEnded = stage.run { await undo.finish() }
        #expect([save.outcome, undo.outcome] == [.accepted, .accepted])
        #expect([saveEnded.count, undoEnded.count] == [1, 0])
        stage.settle(undo.cancel())
        #expect(undoEnded.count == 1)
        #expect(stage.states == [0, 1])
    }

    @Test("Effects of the due action belong to its own event") func effects() {
        let work = HeldWork()
        let feature = DebounceInteractor(for: .seconds(10), clock: clock) {
            Interact<Int, Int>(initialValue: 0) { state, action in
                state = action
                return .perform { _, _ in await work.run() }
            }
        }
        let stage = Stage(feature)
        let first = stage.settle(stage.runtime.send(1))
        clock.advance(by: .seconds(10))
        let second = stage.settle(stage.runtime.send(2))
        #expect([first.hasEffects, second.hasEffects] == [true, false])
        stage.settle(first.cancel())
        #expect(work.endings.elements == [.cancelled])
        #expect(second.outcome == .accepted)
    }

    @Test(
        "The due action is handled before the states of an effect and before its continuation", arguments: Host.allCases
    )
    func effectsOfOthers(host: Host) {
        let work = HeldWork()
        let beside = Interact<Int, Int>(initialValue: 0) { _, action in
            switch action {
            case 5:
                .perform { _, send in
                    await work.run()
                    await send { $0 = Sum.appending(8, to: $0) }
                }
            case 6: .concatenate([.perform { _, _ in await work.run() }, .state])
            default: .none
            }
        }
        let stage = Stage(Interactors.Merge(digits(), beside), in: host)
        stage.send(5)
        clock.advance(by: .seconds(10))
        #expect(stage.release(work).states == [0, 0, 5, 58])
        stage.send(6)
        clock.advance(by: .seconds(10))
        #expect(stage.release(work).states == [0, 0, 5, 58, 58, 586, 586])
    }

    @Test("A due action that a cancelled effect fed back is not handled", arguments: Host.allCases)
    func cancelledEffect(host: Host) {
        typealias Route = ViewModelGraphTests.Route
        let parent = Interact<Int, Route>(initialValue: 0) { state, action, dispatch in
            switch action {
            case .state(-1):
                return .perform(id: "effect") { _, _ in
                    await dispatch(.child(7))
                    await HeldWork().run()
                }
            case .state(-2): return .cancel(id: "effect")
            case .state(let number): state = number
            case .child: break
            }
            return .state
        }
        let feature = parent.when(stateIs: \.self, actionIs: \.child, stateAction: \.state) { digits() }
        let stage = Stage(feature, in: host)
        stage.send(.state(-1), .state(-2))
        clock.advance(by: .seconds(10))
        #expect(stage.send(.state(3)).states == [0, 0, 0, 3])
        stage.send(.state(-1))
        clock.advance(by: .seconds(10))
        #expect(stage.send(.state(4)).states == [0, 0, 0, 3, 3, 37, 4])
    }

    @Test("Several due actions are handled in the order of their deadlines", arguments: Host.allCases)
    func several(host: Host) {
        for seed in 0..<20 as Range<UInt64> {
            let clock = TestClock()
            let feature = Interactors.Merge(
                DebounceInteractor(for: .seconds(3), clock: clock) { Sum.constant(3) },
                Interactors.Merge(
                    DebounceInteractor(for: .seconds(2), clock: clock) { Sum.constant(2) },
                    DebounceInteractor(for: .seconds(3), clock: clock) { Sum.constant(4) }
                )
            )
            let stage = Stage(feature, in: host, seed: seed)
            stage.send(0)
            #expect(stage.advance(clock, by: .seconds(9)).states == [0, 2, 23, 234])
        }
    }

    @Test("A due action enters a nested debounce as a new action", arguments: Host.allCases) func nested(host: Host) {
        let stage = Stage(DebounceInteractor(for: .seconds(10), clock: clock) { digits() }, in: host)
        stage.send(1)
        clock.advance(by: .seconds(15))
        #expect(stage.send(2).states == [0])
        clock.advance(by: .seconds(9))
        #expect(stage.send(3).states == [0])
        clock.advance(by: .seconds(1))
        #expect(stage.send(4).states == [0, 1])
    }

    @Test("With a transformer after the debounce, a newly arrived action waits for the step of the due action")
    func transformer() {
        let slow = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 * 100 }
        let feature = Interactors.Merge(DebounceInteractor(for: .seconds(10), clock: clock) { slow }, Sum.digits())
        let stage = Stage(feature)
        stage.send(1)
        clock.advance(by: .seconds(10))
        #expect(stage.send(2).states == [0, 1])
        #expect(stage.release(slow.work).states == [0, 1, 100, 1_002])
    }

    @Test("A view model whose main actor was busy handles the due action before a new view event")
    @MainActor
    func viewModel() {
        let model = DirectViewModel(digits(), instances: .many)
        let save = model.sendViewEvent(1)
        clock.advance(by: .seconds(100))
        let undo = model.sendViewEvent(2)
        #expect(model.viewState == 1)
        #expect([save.outcome, undo.outcome] == [.accepted, .accepted])
        clock.advance(by: .seconds(9))
        model.sendViewEvent(3)
        #expect(model.viewState == 1)
    }

    @Test("A view event that comes behind the due action takes no place in the mailbox, and frees none")
    @MainActor
    func places() {
        let (diagnostics, outcomes) = (DiagnosticsRecorder(), Record<SendOutcome>())
        let feature = Interactors.Merge(Sum.digits(), digits())
        let model = diagnostics { DirectViewModel(feature, mailbox: .suspend(capacity: 1), instances: .many) }
        model.sendViewEvent(1)
        clock.advance(by: .seconds(100))
        model.sendViewEvent(2)
        for _ in 0..<2 {
            withObservationTracking {
                _ = model.viewState
            } onChange: {
                MainActor.assumeIsolated { for _ in 0..<2 { outcomes.append(model.sendViewEvent(3).outcome) } }
            }
            model.sendViewEvent(4)
        }
        #expect(outcomes.elements == [.accepted, .rejected(.mailboxFull), .accepted, .rejected(.mailboxFull)])
    }

    @Test("A harness handles the due action before a new action") func harness() async {
        let harness = InteractorTestHarness(digits(), exhaustivity: .off)
        await harness.send(1)
        clock.advance(by: .seconds(100))
        await harness.send(2)
        #expect(await harness.states == [0, 1])
        await harness.finish()
        #expect(await harness.states == [0, 1, 12])
    }

    // MARK: Cost

    @Test(
        "However many actions are held, a step looks at their clock once, as long as none is due", arguments: [1, 100]
    )
    func looks(count: Int) {
        typealias Route = ViewModelGraphTests.Route
        let parent = Interact<Int, Route>(initialValue: 0) { _, _ in .none }
        let parts = (0..<count).map { _ in digits() }
        let feature = parent.when(stateIs: \.self, actionIs: \.child, stateAction: \.state) {
            Interactors.MergeMany(interactors: parts)
        }
        let stage = Stage(feature)
        stage.send(.child(1))
        let before = clock.looks
        stage.send(.state(1), .state(2), .state(3))
        #expect(clock.looks - before == 3)
    }

    @Test(
        "An action is handled when it is due, although the deadline that came first has moved", arguments: Host.allCases
    )
    func movedDeadline(host: Host) {
        typealias Route = ViewModelGraphTests.Route
        let parent = Interact<Int, Route>.changing(0, for: \.state) { state, number in state = number }
        let early = parent.when(stateIs: \.self, actionIs: \.child, stateAction: \.state) { digits() }
        let late = DebounceInteractor(for: .seconds(15), clock: clock) { parent }
        let stage = Stage(Interactors.Merge(early, late), in: host)
        stage.send(.child(1))
        clock.advance(by: .seconds(9))
        // Moves the deadlines to 19 and 24.
        stage.send(.child(2))
        clock.advance(by: .seconds(9))
        #expect(stage.send(.state(3)).last == 3)
        clock.advance(by: .seconds(1))
        #expect(stage.send(.child(4)).last == 32)
    }
}
