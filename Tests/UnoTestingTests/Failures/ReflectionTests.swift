import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoPresentationTesting
import UnoTesting

/// An expectation that fails reflects the values that stand in it, to any depth: that must not trap.
@Suite(.timeLimit(.hang)) struct ReflectionTests {
    /// Reads every stored property, as a failing expectation does.
    private static func reflect(_ value: Any, depth: Int = 12) -> Int {
        guard depth > 0 else { return 1 }
        return Mirror(reflecting: value).children.reduce(1) { $0 + reflect($1.value, depth: depth - 1) }
    }

    private struct Owner<Value> { let value: Value }

    private static let feature = Interact<Int, Int>(initialValue: 0) { _, _, dispatch in
        .perform { state, send in
            #expect(reflect(Owner(value: state)) > 1)
            #expect(reflect(Owner(value: send)) > 1)
            #expect(reflect(Owner(value: dispatch)) > 1)
        }
    }

    @Test @MainActor func `Hosts and what they hand out can be reflected`() async {
        let runtime = Runtime(Self.feature)
        let event = runtime.send(1)
        await event.finish()
        let model = ViewModel(initialValue: 0, Self.feature, BuildViewState { $1 = $0 })
        await model.sendViewEvent(1).finish()
        let states = runtime.states()
        for value in [runtime, event, model, states, Self.feature] as [Any] {
            #expect(Self.reflect(Owner(value: value)) > 1)
            #expect("\(value)" != "")
        }
        await runtime.shutdown(.drain)
    }

    @Test @MainActor func `What tests hold can be reflected`() async {
        let harness = InteractorTestHarness(Self.feature)
        let screen = ViewModelTestHarness { _ in ViewModel(initialValue: 0, Self.feature, BuildViewState { $1 = $0 }) }
        let executor = ControlledExecutor()
        let recorder = AsyncStreamRecorder(recording: AsyncStream<Int> { $0.finish() })
        let debounced = DebounceInteractor(for: .seconds(1), clock: TestClock()) { Self.feature }
        let values: [Any] = [
            harness, screen, executor, recorder, TestClock(), ImmediateClock(), UnimplementedClock(), debounced,
            Record<Int>(), HeldWork(),
        ]
        for value in values { #expect(Self.reflect(Owner(value: value)) > 1) }
        await harness.finish()
        await screen.finish()
    }
}
