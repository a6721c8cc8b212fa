import Testing
import UnoArchitecture
import UnoTesting

/// A fact about a number is loaded; changing the number or a second button cancels it.
@Interactor struct EffectsCancellationStudy {
    struct State: Sendable, Equatable { var count = 0, fact: String?, isLoading = false }

    enum Action: Sendable {
        case stepped(to: Int)
        case factButton, cancelButton
        case fact(Result<String, any Error>)
    }

    let fact: @Sendable (Int) async throws -> String

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action, dispatch in
            switch action {
            case .stepped(let count):
                (state.count, state.fact, state.isLoading) = (count, nil, false)
                return .cancel(id: "fact")
            case .factButton:
                (state.fact, state.isLoading) = (nil, true)
                return dispatch.run(\.fact, id: "fact", policy: .cancelPrevious) { [count = state.count] in
                    try await fact(count)
                }
            case .cancelButton:
                state.isLoading = false
                return .cancel(id: "fact")
            case .fact(let result):
                (state.fact, state.isLoading) = (try? result.get(), false)
                return .state
            }
        }
    }
}

@Suite("Case study: cancelling effects", .timeLimit(.minutes(20))) struct EffectsCancellationStudyTests {
    struct NoFact: Error {}
    typealias Harness = InteractorTestHarness<EffectsCancellationStudy.State, EffectsCancellationStudy.Action>

    static func harness() -> Harness {
        InteractorTestHarness { clock in
            EffectsCancellationStudy { number in
                try await clock.sleep(for: .seconds(1))
                if number < 0 { throw NoFact() }
                return "\(number) is a good number"
            }
        }
    }

    @Test func `A fact is shown when it has been loaded`() async {
        let harness = Self.harness()
        await harness.send(.stepped(to: 3)) { $0.count = 3 }
        await harness.send(.factButton) { $0.isLoading = true }
        await harness.advance(by: .seconds(1))
        await harness.receive(\.fact.success) { ($0.fact, $0.isLoading) = ("3 is a good number", false) }
        await harness.finish()
    }

    @Test func `An error ends the loading`() async {
        let harness = Self.harness()
        await harness.send(.stepped(to: -1)) { $0.count = -1 }
        await harness.send(.factButton) { $0.isLoading = true }
        await harness.advance(by: .seconds(1))
        await harness.receive(\.fact.failure) { $0.isLoading = false }
        await harness.finish()
    }

    @Test func `The button and another number cancel it; nothing arrives`() async {
        let harness = Self.harness()
        await harness.send(.factButton) { $0.isLoading = true }
        await harness.send(.cancelButton) { $0.isLoading = false }
        await harness.send(.factButton) { $0.isLoading = true }
        await harness.send(.stepped(to: 1)) { ($0.count, $0.isLoading) = (1, false) }
        await harness.finish()
    }
}
