import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

#if canImport(SwiftUI)
    import SwiftUI
#endif

// The code of the article "Bindings", compiled as it stands there; `ArticleTests` holds the two together.

@Interactor
struct Signup {
    struct DomainState: Sendable, Equatable {
        var name = ""
        var email = ""
        var wantsNews = false
        var isNameTaken = false
        var plan = Plan.free
    }

    @CasePathable
    enum Plan: Sendable, Equatable {
        case free
        case team(seats: Int)
    }

    enum Action: Sendable, Equatable {
        case binding(BindingAction<DomainState>)
        case teamChosen
    }

    let isTaken: @Sendable (String) async -> Bool

    var body: some InteractorOf<Self> {
        BindingInteractor()
        Interact<DomainState, Action>(initialValue: DomainState()) { state, action in
            switch action {
            case .binding(\.email): state.wantsNews = true
            case .binding: break
            case .teamChosen: state.plan = .team(seats: 2)
            }
            return .state
        }
        .onChange(of: \.name) { state, _, name in
            state.isNameTaken = false
            return .perform(id: "name", policy: .cancelPrevious) { [isTaken] _, send in
                let isTaken = await isTaken(name)
                await send { $0.isNameTaken = isTaken }
            }
        }
    }
}

@MainActor
func fill(_ model: DirectViewModel<Signup.Action, Signup.DomainState>) {
    model.name = "Ada"
    let email = model.binding(\.email)
    email.value = "ada@example.org"
    let seats = model.binding(\.plan, case: \.team, default: 0)
    seats.value = 5
}

#if canImport(SwiftUI)
    struct SignupView: View {
        @Bindable var model: DirectViewModel<Signup.Action, Signup.DomainState>

        var body: some View {
            VStack {
                TextField("Name", text: $model.name)
                TextField("Email", text: model.binding(\.email))
                Toggle("News", isOn: $model.wantsNews)
            }
        }
    }
#endif

@Suite("The example of the article on bindings", .timeLimit(.minutes(20)))
struct SignupTests {
    @Test("A change is an action that a test can send")
    func signup() async {
        let harness = InteractorTestHarness(Signup(isTaken: { $0 == "Ada" }))
        await harness.send(.binding(.set(\.email, "ada@example.org"))) {
            $0.email = "ada@example.org"
            $0.wantsNews = true
        }
        await harness.send(.binding(.set(\.name, "Ada"))) { $0.name = "Ada" }
        await harness.receive { $0.isNameTaken = true }
        await harness.finish()
    }

    @MainActor
    @Test("The fields of a view model")
    func filled() async {
        let model = ViewModel(Signup(isTaken: { _ in false }), instances: .many)
        fill(model)
        #expect(model.name == "Ada")
        #expect(model.email == "ada@example.org")
        #expect(model.plan == .free)
        model.sendViewEvent(.teamChosen)
        fill(model)
        #expect(model.plan == .team(seats: 5))
    }
}
