import Testing
import UnoArchitecture
import UnoTesting

/// 7GUIs, task 4: a gauge for the elapsed time, a slider for the duration, and a button to reset.
@Interactor struct TimerStudy {
    struct State: Sendable, Equatable {
        var elapsed = Duration.zero
        var duration = Duration.seconds(10)
        var gauge: Double { min(1, elapsed / duration) }
    }
    enum Action: Sendable {
        case appeared
        case durationChanged(Duration)
        case reset
    }

    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .appeared:
                return .timer(every: .milliseconds(100), clock: clock, id: "timer") { state in
                    if state.elapsed < state.duration { state.elapsed += .milliseconds(100) }
                }
            case .durationChanged(let duration): state.duration = duration
            case .reset: state.elapsed = .zero
            }
            return .state
        }
    }
}

@Suite("Case study: a timer with a gauge", .timeLimit(.minutes(20))) struct TimerStudyTests {
    @Test func `The gauge fills, stops at the duration, goes on when that grows, and starts again`() async {
        let harness = InteractorTestHarness(exhaustivity: .off) { TimerStudy(clock: $0) }
        await harness.send(.appeared)
        await harness.advance(by: .seconds(5))
        #expect(await harness.latestState?.gauge == 0.5)
        await harness.send(.durationChanged(.seconds(4)))
        await harness.advance(by: .seconds(3))
        #expect(await harness.latestState?.elapsed == .seconds(5))
        #expect(await harness.latestState?.gauge == 1)
        await harness.send(.durationChanged(.seconds(20)))
        await harness.advance(by: .seconds(1))
        #expect(await harness.latestState?.elapsed == .seconds(6))
        await harness.send(.reset)
        #expect(await harness.latestState?.gauge == 0)
        await harness.cancelEffects()
        await harness.finish()
    }
}
