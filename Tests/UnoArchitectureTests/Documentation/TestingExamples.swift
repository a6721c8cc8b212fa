import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

// The code of the article "Testing", compiled as it stands there; `ArticleTests` holds the two together.

struct EggTimer: Interactor {
    struct DomainState: Sendable, Equatable {
        var left = 0
        var isRinging = false
    }

    enum Action: Sendable, Equatable {
        case start(Int)
        case stop
        case rang
    }

    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { [clock] state, action, dispatch in
            switch action {
            case .start(let seconds):
                state = DomainState(left: seconds)
                return .perform(id: "ticking", policy: .cancelPrevious) { _, send in
                    for _ in 0..<seconds {
                        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
                        await send { $0.left -= 1 }
                    }
                    await dispatch(.rang)
                }
            case .stop:
                return .cancel(id: "ticking")
            case .rang:
                state.isRinging = true
                return .state
            }
        }
    }
}

struct Renaming: Interactor {
    struct DomainState: Sendable, Equatable {
        var name = ""
    }

    enum Action: Sendable, Equatable {
        case save
        case cancel
    }

    let store: @Sendable (String) async -> Void

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { [store] state, action in
            switch action {
            case .save:
                .perform { [name = state.name] _, send in
                    await store(name)
                    await send.dismiss()
                }
            case .cancel: .dismiss()
            }
        }
    }
}

@Suite("An egg timer")
struct EggTimerTests {
    @Test("counts down, and rings")
    func rings() async {
        let harness = InteractorTestHarness { clock in EggTimer(clock: clock) }
        await harness.send(.start(2)) { $0.left = 2 }
        await harness.advance(by: .seconds(2))
        await harness.receive(at: .seconds(1)) { $0.left = 1 }
        await harness.receive(at: .seconds(2)) { $0.left = 0 }
        await harness.receive(.rang) { $0.isRinging = true }
        await harness.finish()
    }

    @Test("counts once when it is tapped twice")
    func doubleTap() async {
        let harness = InteractorTestHarness { clock in EggTimer(clock: clock) }
        await harness.send(.start(1), .start(1)) { $0.left = 1 }
        await harness.advance(by: .seconds(1))
        await harness.receive { $0.left = 0 }
        await harness.receive(.rang) { $0.isRinging = true }
        await harness.finish()
    }

    @Test("is silent once it is stopped")
    func stops() async {
        let harness = InteractorTestHarness { clock in EggTimer(clock: clock) }
        await harness.send(.start(2)) { $0.left = 2 }
        await harness.send(.stop)
        await harness.advance(by: .seconds(9), wakingNothing: true)
        #expect(await harness.lateCalls.isEmpty)
        await harness.finish()
    }

    @Test("starts again after it has rung")
    func startsAgain() async {
        let harness = InteractorTestHarness(initialState: .init(isRinging: true)) { clock in EggTimer(clock: clock) }
        await harness.send(.start(2)) {
            $0.left = 2
            $0.isRinging = false
        }
        await harness.send(.stop)
        #expect(await harness.state?.left == 2)
        await harness.finish()
    }

    @Test("closes when the name has been stored")
    func closes() async {
        let harness = InteractorTestHarness(Renaming { _ in }, initialState: .init(name: "Egg"))
        await harness.send(.save)
        #expect(await harness.isDismissed)
        await harness.finish()
    }

    @Test("stays open until the name has been stored")
    func waits() async {
        let (answers, answer) = AsyncStream<Void>.makeStream()
        let feature = Renaming { _ in for await _ in answers { return } }
        let harness = InteractorTestHarness(feature, initialState: .init(name: "Egg"))
        await harness.send(.save)
        #expect(await !harness.isDismissed)
        answer.yield()
        #expect(await harness.isDismissed)
        await harness.finish()
    }

    @Test("rings at the end, whatever comes in between")
    func ringsAtTheEnd() async {
        let harness = InteractorTestHarness(exhaustivity: .off) { clock in EggTimer(clock: clock) }
        await harness.send(.start(60))
        await harness.run()
        await harness.receive(.rang) { $0.isRinging = true }
        await harness.finish()
    }

    @Test("never counts below nothing")
    func neverNegative() async {
        let actions = ActionGenerator<EggTimer.Action>.values(0...5) { .start($0) }.or(.of([.stop]))
        await checkAlways(of: actions, sequences: 20, pace: .seconds(2)) { clock in
            EggTimer(clock: clock)
        } holds: { state in
            state.left >= 0 && (!state.isRinging || state.left == 0)
        }
    }

    @Test("never counts below nothing, in a sequence that was found once")
    func neverNegativeAgain() async {
        await checkAlways(replaying: [.start(1), .stop], pace: Duration.seconds(2)) { clock in
            EggTimer(clock: clock)
        } holds: { state in
            state.left >= 0
        }
    }

    @MainActor
    @Test("shows what is left")
    func screen() async {
        let harness = ViewModelTestHarness { clock in DirectViewModel(EggTimer(clock: clock)) }
        harness.observe(\.left, \.isRinging)
        harness.send(.start(1), notifying: [\.left]) { $0.left = 1 }
        await harness.advance(by: .seconds(1))
        await harness.receive { $0.left = 0 }
        await harness.receive(.rang) { $0.isRinging = true }
        await harness.finish()
    }

    @Test("works on a bare clock, without a harness")
    func bareClock() async throws {
        let clock = TestClock()
        let runtime = Runtime(EggTimer(clock: clock))
        runtime.send(.start(2))
        await clock.advanceSettling(by: .seconds(2))
        #expect(await runtime.state?.isRinging == true)
        try clock.checkSuspension()
        await runtime.shutdown(.drain)
    }
}
