import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Every host that a test can drive to its end.
enum LawHost: CaseIterable, Sendable, CustomTestStringConvertible {
    case stream, runtime, viewModel, harness

    var testDescription: String {
        switch self {
        case .stream: Host.stream.testDescription
        case .runtime: Host.runtime.testDescription
        case .viewModel: "the view model"
        case .harness: "the test harness"
        }
    }

    /// The states to be expected, of these: every emitted one; of a view model, which cannot show them, one a step.
    func shown<State>(_ every: [State], steps: [State]) -> [State] { self == .viewModel ? steps : every }

    /// Every state of a graph that handles `actions` and then finishes; of a view model, one a step.
    func states<State: Sendable & Equatable, Action: Sendable>(
        of interactor: some Interactor<State, Action>, _ actions: [Action] = []
    ) async -> [State] {
        switch self {
        case .stream: return await Host.stream.states(of: interactor, actions)
        case .runtime: return await Host.runtime.states(of: interactor, actions)
        case .viewModel: return await Self.shown(of: interactor, actions)
        case .harness:
            let harness = InteractorTestHarness(interactor, exhaustivity: .off)
            for action in actions { await harness.send(action) }
            // A sanitizer slows it down, and the laws do not concern its duration.
            await harness.finish(timeout: .seconds(100))
            return await harness.states(of: .everyState)
        }
    }

    /// The reducer collects its input states.
    @MainActor
    private static func shown<State: Sendable & Equatable, Action: Sendable>(
        of interactor: some Interactor<State, Action>, _ actions: [Action]
    ) async -> [State] {
        let model = ViewModel(
            initialValue: [State](), interactor, BuildViewState { state, shown in shown.append(state) },
            clock: TestClock(), instances: .many)
        for action in actions { model.sendViewEvent(action) }
        await model.finish()
        return model.viewState
    }
}
