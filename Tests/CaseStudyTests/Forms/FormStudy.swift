import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A form in several parts, whose fields are checked, and which is submitted once.
@Interactor struct FormStudy {
    struct Address: Sendable, Equatable { var street = "", city = "" }

    @CasePathable enum Payment: Sendable, Equatable {
        case invoice
        case card(String)
    }

    struct State: Sendable, Equatable {
        var name = ""
        var address = Address()
        var payment = Payment.invoice
        var isSubmitting = false
        var receipt: String?
        var problems: [String] {
            var problems: [String] = []
            if name.isEmpty { problems.append("name") }
            if address.city.isEmpty { problems.append("city") }
            if case .card(let number) = payment, number.count != 4 { problems.append("card") }
            return problems
        }
    }

    enum Action: Sendable, Equatable {
        case binding(BindingAction<State>)
        case submit
        case receipt(String)
    }

    let order: @Sendable (State) async -> String

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact(initialValue: State()) { state, action, dispatch in
            switch action {
            case .binding: return .state
            case .submit:
                guard state.problems.isEmpty, !state.isSubmitting else { return .none }
                state.isSubmitting = true
                return .perform { [order, state] _, _ in await dispatch(.receipt(await order(state))) }
            case .receipt(let receipt):
                state.isSubmitting = false
                state.receipt = receipt
                return .state
            }
        }
    }
}

@MainActor @Suite("Case study: a form", .timeLimit(.hang)) struct FormStudyTests {
    @Test func `A form with problems is not submitted; a complete one is, once`() async {
        let harness = InteractorTestHarness(FormStudy(order: { "for \($0.name)" }))
        await harness.send(.submit)
        await harness.send(.binding(.set(\.name, "Ada"))) { $0.name = "Ada" }
        await harness.send(.binding(.set(\.address.city, "London"))) { $0.address.city = "London" }
        await harness.send(.submit) { $0.isSubmitting = true }
        await harness.receive(.receipt("for Ada")) { ($0.isSubmitting, $0.receipt) = (false, "for Ada") }
        await harness.finish()
    }

    @Test("The number of a card is a field only while payment is by card")
    func card() {
        let model = ViewModel(FormStudy(order: { _ in "" }), instances: .many)
        let number = model.binding(\.payment, case: \.card, default: "")
        number.value = "1234"
        #expect(model.payment == .invoice)
        model.payment = .card("")
        #expect(model.problems == ["name", "city", "card"])
        number.value = "1234"
        #expect(model.problems == ["name", "city"])
    }
}
