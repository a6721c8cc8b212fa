import AsyncKit
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// A debounced action when its graph or its scope ends.
@Suite(.timeLimit(.hang))
struct DebounceEndingTests {
    let works = Screen.Works()

    @Test(
        "A part does not hold an action whose effect an earlier part of the step has cancelled, and keeps what it holds",
        arguments: Host.allCases)
    func cancelledInTheStep(host: Host) {
        let clock = TestClock()
        let feature = Interact<[Int], Int>(initialValue: []) { _, number, dispatch in
            switch number {
            case 0: .perform(id: "x") { _, _ in await dispatch(1) }
            case 1: .cancel(id: "x")
            default: .none
            }
        }
        let debounced = DebounceInteractor(for: .seconds(1), clock: clock) {
            Interact<[Int], Int>.changing { numbers, number in numbers.append(number) }
        }
        let stage = Stage(Interactors.Merge(feature, debounced), in: host)
        stage.send(0)
        #expect(stage.advance(clock, by: .seconds(1)).last == [0])
        stage.send(2)
        #expect(stage.advance(clock, by: .seconds(1)).last == [0, 2])
    }

    let clock = TestClock()

    /// An action that holds 5 in the outer debounce and starts an effect.
    private func nested(_ work: HeldWork) -> some Interactor<Int, Int> {
        Interactors.Merge(
            DebounceInteractor(for: .seconds(1), clock: clock) {
                DebounceInteractor(for: .seconds(2), clock: clock) { Sum.digits() }
            },
            Interact<Int, Int>(initialValue: 0) { _, _ in .perform { _, _ in await work.run() } }
        )
    }

    @Test("An action that reaches a debounce at the finish waits for its window", arguments: Host.allCases)
    func windowAtFinish(host: Host) {
        let work = HeldWork()
        let stage = Stage(nested(work), in: host)
        stage.send(5)
        #expect(stage.finish().states == [0, 0])
        #expect(clock.sleeperCount == 1)
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 0])
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 0, 5])
        #expect(stage.release(work).hasEnded)
    }

    @Test("A held action waits at most until the last effect has ended", arguments: Host.allCases)
    func lastEffectAtFinish(host: Host) {
        let work = HeldWork()
        let stage = Stage(nested(work), in: host)
        stage.send(5)
        #expect(stage.finish().states == [0, 0])
        #expect(stage.release(work).states == [0, 0, 5] && stage.hasEnded)
        #expect(clock.sleeperCount == 0)
    }

    @Test("A fed-back action waits as well, and a newer action supersedes it", arguments: Host.allCases)
    func fedBackAtFinish(host: Host) {
        let work = HeldWork()
        let feature = Interactors.Merge(
            DebounceInteractor(for: .seconds(2), clock: clock) { Sum.digits() },
            Interact<Int, Int>(initialValue: 0) { _, action, dispatch in
                guard action == 1 else { return .none }
                return .perform { _, _ in
                    for action in 6...8 {
                        await work.run()
                        await dispatch(action)
                    }
                    await work.run()
                }
            }
        )
        let stage = Stage(feature, in: host)
        stage.send(1)
        #expect(stage.finish().states == [0, 0, 1])
        stage.release(work)
        stage.advance(clock, by: .seconds(1))
        stage.release(work)
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 0, 1])
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 0, 1, 17])
        #expect(stage.release(work).states == [0, 0, 1, 17])
        #expect(stage.release(work).states == [0, 0, 1, 17, 178] && stage.hasEnded)
    }

    @Test("At the finish held actions are handled in the order of their deadlines", arguments: Host.allCases)
    func orderAtFinish(host: Host) {
        let feature = Interactors.Merge(
            DebounceInteractor(for: .seconds(3), clock: clock) { Sum.constant(3) },
            DebounceInteractor(for: .seconds(2), clock: clock) { Sum.constant(2) }
        )
        let stage = Stage(feature, in: host)
        stage.send(0)
        #expect(stage.finish().states == [0, 2, 23])
    }

    @Test("A sleeper of an earlier window that wakes late does not affect the current window", arguments: Host.allCases)
    func oldSleeper(host: Host) {
        let sleepers = DeafSleepers()
        let clock = ManualClock { _, _ in await sleepers.sleep() }
        let feature = Screen.parent(works, initial: .results(1))
            .when(stateIs: \Case<Screen.State>.results, actionIs: \.child, stateAction: \.childState) {
                DebounceInteractor(for: .seconds(10), clock: clock) { Screen.child(works) }
            }
        let stage = Stage(feature, in: host)
        stage.send(.child(.add(1)))
        clock.advance(by: .seconds(5))
        stage.send(.leave, .enter(5))
        // First the old sleeper finds no window, as no action is held; then it finds the window of another action.
        stage.settle(sleepers.wakeFirst())
        stage.send(.child(.add(1)))
        clock.advance(by: .seconds(5))
        stage.send(.leave, .enter(5))
        stage.send(.child(.add(2)))
        stage.settle(sleepers.wakeFirst())
        #expect(stage.last == .results(5))
        #expect(clock.sleeps.elements.map(\.offset) == [.seconds(10), .seconds(15), .seconds(20)])
        if host == .runtime { #expect(stage.runtime.tasks.liveCount == 1) }
        clock.advance(by: .seconds(10))
        stage.settle(sleepers.wakeAll())
        #expect(stage.last == .results(7))
    }

    /// The parent leaves the case as soon as it handles a state of the child.
    private func leavingAtOnce(
        _ child: some Interactor<Int, Screen.ChildAction>
    ) -> some Interactor<Screen.State, Screen.Action> {
        Interact(initialValue: .results(1)) { state, action in
            switch action {
            case .enter(let count): state = .results(count)
            case .childState: state = .idle(0)
            default: break
            }
            return .state
        }
        .when(stateIs: \Case<Screen.State>.results, actionIs: \.child, stateAction: \.childState) { child }
    }

    @Test("A debounced action can end the scope of its debounce, which then starts again", arguments: Host.allCases)
    func endsItsOwnScope(host: Host) {
        let child = DebounceInteractor(for: .seconds(10), clock: clock) { Screen.child(works) }
        let stage = Stage(leavingAtOnce(child), in: host)
        for count in 1...3 {
            stage.send(.child(.add(1)))
            #expect(stage.advance(clock, by: .seconds(10)).last == .idle(0))
            #expect(clock.sleeperCount == 0)
            if host == .runtime { #expect(stage.runtime.tasks.liveCount == 0) }
            #expect(stage.send(.enter(count)).last == .results(count))
        }
    }

    @Test("The event of a delayed action ends when the action is dropped with its scope") func eventOfAClosedScope() {
        let feature = Screen.parent(works, initial: .results(1))
            .when(stateIs: \Case<Screen.State>.results, actionIs: \.child, stateAction: \.childState) {
                DebounceInteractor(for: .seconds(10), clock: clock) { Screen.child(works) }
            }
        let stage = Stage(feature)
        let event = stage.runtime.send(.child(.add(1)))
        let ended = stage.run { await event.finish() }
        #expect(ended.count == 0)
        stage.send(.leave)
        #expect(ended.count == 1 && stage.runtime.tasks.liveCount == 0)
    }

    @Test(
        "A part before a debounce that closes its scope prevents the action from being held", arguments: Host.allCases)
    func closedScope(host: Host) {
        let child = Interactors.Merge(
            Interact<Int, Screen.ChildAction>(initialValue: 0) { _, action in action == .watch ? .state : .none },
            DebounceInteractor(for: .seconds(10), clock: clock) { Screen.child(works, initial: 0) }
        )
        let stage = Stage(leavingAtOnce(child), in: host)
        let event = stage.hosted.runtime?.send(.child(.watch))
        if event == nil { stage.send(.child(.watch)) }
        stage.executor.runUntilIdle()
        #expect(stage.last == .idle(0) && clock.sleeperCount == 0)
        if let event { #expect(stage.run { await event.finish() }.count == 1) }
        stage.send(.enter(5))
        stage.advance(clock, by: .seconds(20))
        // Had the action been kept, it would have started an observing effect.
        #expect(works.child.starts.count == 0)
        #expect(stage.last == .results(5))
    }

    @Test("A due action that ends its runtime is the last that is handled") func endsItsRuntime() {
        let executor = ControlledExecutor()
        defer { executor.runFreely() }
        let own = OwnRuntime<Int, Int>()
        let handled = Record<Int>()
        func part(_ number: Int) -> some Interactor<Int, Int> {
            DebounceInteractor(for: .seconds(10), clock: clock) {
                Interact<Int, Int>(initialValue: 0) { _, _ in
                    handled.append(number)
                    own.letGo()
                    return .none
                }
            }
        }
        own.keep(Runtime(Interactors.Merge(part(1), part(2)), executor: .on(executor)))
        own.runtime!.send(0)
        executor.runUntilIdle()
        executor.settle(clock.advance(by: .seconds(10)))
        #expect(handled.elements == [1])
    }

    @Test("An action that is held again and again keeps a drain going, and leaves the isolation to others")
    func heldWithoutEnd() {
        let counting = Interact<Int, Int>.changing { state, _ in state += 1 }
        let feature = DebounceInteractor(for: .seconds(1), clock: TestClock()) { counting }
            .starting(with: 0)
            .onChange(of: \.self) { _, _, _, dispatch in dispatch.next(1) }
        let executor = ControlledExecutor()
        let runtime = Runtime(feature, executor: .on(executor))
        let (seen, ended) = (Record<Int>(), Record<String>())
        executor.settle(runtime.send(1))
        executor.task {
            await runtime.shutdown(.drain)
            ended.append("drain")
        }
        executor.run(atMost: 200)
        executor.task { seen.append(await runtime.isolation.visit { _ in 0 }) }
        executor.run(atMost: 2_000)
        #expect(seen.elements.count == 1)
        #expect(ended.elements == [])
        executor.settle(executor.task { await runtime.shutdown(.cancel) })
        #expect(ended.elements == ["drain"])
    }
}
