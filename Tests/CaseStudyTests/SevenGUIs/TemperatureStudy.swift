import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// 7GUIs, task 2: two fields that follow each other, unless what is typed is no number.
@Interactor struct TemperatureStudy {
    struct State: Sendable, Equatable { var celsius = "", fahrenheit = "" }
    enum Action: Sendable, Equatable { case binding(BindingAction<State>) }

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { state, action in
            switch action {
            case .binding(\.celsius):
                if let celsius = Double(state.celsius) { state.fahrenheit = "\(celsius * 9 / 5 + 32)" }
            case .binding:
                if let fahrenheit = Double(state.fahrenheit) { state.celsius = "\((fahrenheit - 32) * 5 / 9)" }
            }
            return .state
        }
    }
}

@MainActor @Suite("Case study: a temperature converter", .timeLimit(.hang)) struct TemperatureStudyTests {
    @Test func `Each field follows the other; no number changes nothing`() {
        let model = ViewModel(TemperatureStudy(), instances: .many)
        model.celsius = "100"
        #expect(model.fahrenheit == "212.0")
        model.fahrenheit = "32"
        #expect(model.celsius == "0.0")
        model.celsius = "warm"
        #expect(model.fahrenheit == "32")
    }
}
