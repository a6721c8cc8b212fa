import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

@MainActor @Suite("What a test asks of an action of a view model", .timeLimit(.hang)) struct ViewModelPredicateTests {
    enum Action: Sendable { case load, loaded, add }

    private func makeHarness() -> ViewModelTestHarness<Action, Int, Int> {
        let feature = Interact<Int, Action>(initialValue: 0) { count, action, dispatch in
            switch action {
            case .load: return .perform { _, _ in await dispatch(.loaded) }
            case .loaded: return .state
            case .add:
                count += 1
                return .state
            }
        }
        return ViewModelTestHarness(DirectViewModel(feature, instances: .many))
    }

    @Test func `may send an action, whose step the test receives next`() async {
        let harness = makeHarness()
        harness.send(.load)
        var sentCount = 0
        await harness.receive(where: { action in
            harness.model.sendViewEvent(.add)
            sentCount += 1
            if case .loaded = action { return true } else { return false }
        })
        #expect(sentCount > 0)
        for number in 1...max(1, sentCount) { await harness.receive { $0 = number } }
        await harness.finish()
    }

    @Test func `may send an action whose step the test has to receive`() async {
        let harness = makeHarness()
        harness.send(.load)
        await harness.receive(where: { _ in
            harness.model.sendViewEvent(.add)
            return true
        })
        let found = await failures { await harness.finish(line: 10) }
        #expect(found.map(\.line) == [10])
        #expect(found.first?.text.contains("had come and was not received") == true)
    }
}
