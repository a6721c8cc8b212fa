import Testing
import UnoArchitecture
import UnoTesting

/// Every host that a test can drive to its end.
enum LawHost: CaseIterable, Sendable, CustomTestStringConvertible {
    case stream, runtime, harness

    var testDescription: String {
        switch self {
        case .stream: Host.stream.testDescription
        case .runtime: Host.runtime.testDescription
        case .harness: "the test harness"
        }
    }

    /// Every state of a graph that is given `actions` and then told that no more come.
    func states<Action: Sendable>(of interactor: some Interactor<Int, Action>, _ actions: [Action] = []) async -> [Int]
    {
        switch self {
        case .stream: return await Host.stream.states(of: interactor, actions)
        case .runtime: return await Host.runtime.states(of: interactor, actions)
        case .harness:
            let harness = InteractorTestHarness(interactor, exhaustivity: .off)
            for action in actions { await harness.send(action) }
            await harness.finish()
            return await harness.states
        }
    }
}
