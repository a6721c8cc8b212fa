import Testing
import UnoArchitecture
import UnoTesting

/// A stop watch that counts the seconds while it is on.
@Interactor struct TimersStudy {
    struct State: Sendable, Equatable { var isOn = false, seconds = 0 }
    enum Action: Sendable { case toggled, reset }

    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .toggled:
                state.isOn.toggle()
                guard state.isOn else { return .cancel(id: "timer") }
                return .timer(every: .seconds(1), clock: clock, id: "timer") { $0.seconds += 1 }
            case .reset:
                state.seconds = 0
                return .state
            }
        }
    }
}

@Suite("Case study: timers", .timeLimit(.minutes(20))) struct TimersStudyTests {
    @Test func `The watch counts while it is on`() async {
        let harness = InteractorTestHarness { TimersStudy(clock: $0) }
        await harness.send(.toggled) { $0.isOn = true }
        await harness.advance(by: .milliseconds(2_500))
        await harness.receive(at: .seconds(1)) { $0.seconds = 1 }
        await harness.receive(at: .seconds(2)) { $0.seconds = 2 }
        await harness.send(.reset) { $0.seconds = 0 }
        await harness.send(.toggled) { $0.isOn = false }
        await harness.finish()
    }
}
