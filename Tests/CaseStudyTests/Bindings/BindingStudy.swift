import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Several controls, one action for all of them; one control limits another.
@Interactor struct BindingStudy {
    struct State: Sendable, Equatable { var text = "", isOn = false, steps = 10, slider = 5.0 }

    enum Action: Sendable, Equatable {
        case binding(BindingAction<State>)
        case reset
    }

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { state, action in
            switch action {
            case .binding(\.steps): state.slider = min(state.slider, Double(state.steps))
            case .binding: break
            case .reset: state = State()
            }
            return .state
        }
    }
}

@MainActor @Suite("Case study: bindings", .timeLimit(.hang)) struct BindingStudyTests {
    @Test func `Fewer steps move the slider; a reset takes all back`() async {
        let harness = InteractorTestHarness(BindingStudy())
        await harness.send(.binding(.set(\.slider, 8))) { $0.slider = 8 }
        await harness.send(.binding(.set(\.steps, 6))) { ($0.steps, $0.slider) = (6, 6) }
        await harness.send(.reset) { $0 = .init() }
        await harness.finish()
    }

    @Test func `Controls read and set fields`() {
        let model = ViewModel(BindingStudy(), instances: .many)
        let isOn = model.binding(\.isOn)
        isOn.value.toggle()
        model.text = "typed"
        #expect(isOn.value)
        #expect(model.text == "typed")
    }
}
