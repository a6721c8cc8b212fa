import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

/// Debouncing inside a graph, in virtual time.
@Suite(.timeLimit(.hang))
struct DebounceTests {
    let clock = TestClock()

    private func digits() -> some Interactor<Int, Int> {
        DebounceInteractor(for: .seconds(10), clock: clock) { Sum.digits() }
    }

    @Test("The newest action of a burst is handled when no other follows within the window", arguments: Host.allCases)
    func burst(host: Host) {
        let stage = Stage(digits(), in: host)
        stage.send(1)
        stage.advance(clock, by: .seconds(9))
        stage.send(2)
        #expect(stage.advance(clock, by: .seconds(9)).states == [0])
        #expect(stage.advance(clock, by: .seconds(1)).states == [0, 2])
        stage.send(3)
        #expect(stage.advance(clock, by: .seconds(10)).states == [0, 2, 23])
    }

    @Test("A burst of a thousand actions has one sleeper", arguments: Host.allCases) func oneSleeper(host: Host) {
        let stage = Stage(digits(), in: host)
        for number in 0..<1_000 { stage.send(number % 10) }
        #expect(clock.sleeperCount == 1)
        if host == .runtime { #expect(stage.runtime.tasks.liveCount == 1) }
        stage.advance(clock, by: .seconds(10))
        #expect(clock.sleeperCount == 0)
        #expect(stage.states == [0, 9])
    }

    @Test("At the finish the held action is handled at once, and no sleeper remains", arguments: Host.allCases)
    func finish(host: Host) {
        let stage = Stage(digits(), in: host)
        stage.send(1, 2)
        #expect(stage.finish().states == [0, 2] && stage.hasEnded)
        #expect(clock.sleeperCount == 0)
    }

    @Test("Cancellation drops the held action") func cancel() {
        let stage = Stage(digits())
        stage.send(1)
        let runtime = stage.runtime
        stage.run { await runtime.shutdown(.cancel) }
        #expect(stage.states == [0] && clock.sleeperCount == 0)
    }

    @Test("Other parts are not delayed, and handle every action", arguments: Host.allCases) func beside(host: Host) {
        let stage = Stage(Interactors.Merge(digits(), Sum.constant(0)), in: host)
        stage.send(1, 2)
        #expect(stage.advance(clock, by: .seconds(10)).states == [0, 0, 0, 2])
    }

    @Test("Leaving a case drops the delayed action of its child", arguments: Host.allCases) func leaving(host: Host) {
        let works = Screen.Works()
        let feature = Screen.parent(works, initial: .results(1))
            .when(stateIs: \Case<Screen.State>.results, actionIs: \.child, stateAction: \.childState) {
                DebounceInteractor(for: .seconds(10), clock: clock) { Screen.child(works) }
            }
        let stage = Stage(feature, in: host)
        stage.send(.child(.add(1)), .leave, .enter(5))
        #expect(clock.sleeperCount == 0)
        #expect(stage.advance(clock, by: .seconds(20)).last == .results(5))
        stage.send(.child(.add(1)))
        #expect(stage.advance(clock, by: .seconds(10)).last == .results(6))
    }

    @Test("At the finish two delayed actions are handled in separate steps", arguments: Host.allCases)
    func twoAtFinish(host: Host) {
        let slow = HeldTransformer<Int>(work: HeldWork(), begun: Record()) { $0 * 100 }
        let feature = Interactors.Merge(
            DebounceInteractor(for: .seconds(1), clock: clock) { slow },
            DebounceInteractor(for: .seconds(2), clock: clock) { Sum.digits() }
        )
        let stage = Stage(feature, in: host)
        stage.send(7)
        #expect(stage.finish().states == [0])
        #expect(stage.release(slow.work).states == [0, 700, 7_007] && stage.hasEnded)
    }
}
