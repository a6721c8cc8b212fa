import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@Suite("Whether a presented child is the one that was dismissed", .timeLimit(.hang)) struct PresentedIdentityTests {
    /// Buttons whose actions cannot be hashed.
    enum Answer: Sendable, Equatable { case retry(Int) }

    /// Buttons whose actions cannot be compared.
    enum Retry: Sendable { case run(@Sendable () -> Void) }
    struct Item: Sendable, Equatable, Identifiable { var id: Int }

    @CasePathable enum Destination: Sendable {
        case edit(item: Item)
        case move(Item, to: Int)
    }

    struct Screen: Sendable {
        var question: AlertState<Answer>?
        var choice: ConfirmationDialogState<Retry>?
        var destination: Destination?
        var log: [String] = []
    }

    @CasePathable enum Action: Sendable {
        case set(@Sendable (inout Screen) -> Void)
        case question(PresentationAction<Answer>)
        case choice(PresentationAction<Retry>)
        case destination(PresentationAction<Never>)
    }

    @Interactor struct Feature {
        typealias State = Screen
        typealias Action = PresentedIdentityTests.Action
        var body: some InteractorOf<Self> {
            Interact<State, Action>.showing(State()) { state, action in
                switch action {
                case .set(let change): change(&state)
                case .question(.presented(.retry(let count))): state.question = Self.question(count + 1)
                case .question(.dismiss): state.log.append("no answer")
                case .choice(.presented): state.choice = Self.choice("Again?")
                case .choice(.dismiss): state.log.append("no choice")
                case .destination(.dismiss):
                    switch state.destination {
                    case .edit(let item): state.destination = .edit(item: Item(id: item.id + 1))
                    case .move(let item, let place): state.destination = .move(Item(id: item.id + 1), to: place)
                    case nil: break
                    }
                }
            }
            .presents(\.question, action: \.question)
            .presents(\.choice, action: \.choice)
            .presents(\.destination, action: \.destination) { EmptyInteractor() }
        }

        static func question(_ count: Int) -> AlertState<Answer> {
            AlertState("Failed") { ButtonState("Retry", action: .retry(count)) }
        }

        static func choice(_ title: String) -> ConfirmationDialogState<Retry> {
            ConfirmationDialogState(title) { ButtonState("Retry", action: .run {}) }
        }
    }

    @MainActor @Test
    func `The dialog that follows one without a hash or an equality stays, whoever dismisses the first`() {
        let model = DirectViewModel<Action, Screen>(Feature(), instances: .many)
        let question = model.binding(presenting: \.question, action: \.question)
        model.sendViewEvent(.set { $0.question = Feature.question(1) })
        question.value?.sendViewEvent(.retry(1))
        #expect(model.question == Feature.question(2))
        // SwiftUI dismisses after the button.
        question.value = nil
        #expect(model.log == [])
        #expect(model.question == Feature.question(2))

        let choice = model.binding(presenting: \.choice, action: \.choice)
        model.sendViewEvent(.set { $0.choice = Feature.choice("Retry?") })
        choice.value?.sendViewEvent(.run {})
        #expect(model.choice?.title == "Again?")
        choice.value = nil
        #expect(model.log == [])
        #expect(model.choice?.title == "Again?")
        choice.value?.sendViewEvent(.run {})
        // One with the same content that was made anew is another one.
        #expect(choice.value?.title == "Again?")
        choice.value = nil
        #expect(model.choice == nil && model.log == ["no choice"])
    }

    @MainActor @Test(arguments: [false, true])
    func `A child in a case with a label or several values is known by its id`(hasSeveralValues: Bool) {
        let model = DirectViewModel<Action, Screen>(Feature(), instances: .many)
        model.sendViewEvent(
            .set { $0.destination = hasSeveralValues ? .move(Item(id: 1), to: 3) : .edit(item: Item(id: 1)) }
        )
        model.sendViewEvent(.destination(.dismiss))
        switch model.destination {
        case .edit(let item): #expect(item.id == 2 && !hasSeveralValues)
        case .move(let item, let place): #expect(item.id == 2 && place == 3 && hasSeveralValues)
        case nil: Issue.record("The next child was dismissed")
        }
    }

    @Interactor struct Insisting {
        struct State: Sendable, Equatable { var alert: AlertState<Answer>? }
        enum Action: Sendable {
            case ask
            case alert(PresentationAction<Answer>)
        }

        static let question = AlertState<Answer>("Once?") { ButtonState("Retry", action: .retry(9)) }
        var body: some InteractorOf<Self> {
            Update(initialValue: State()) { state, action, _ in
                switch action {
                case .ask: state.alert = Feature.question(1)
                case .alert(.presented(.retry(1))): state.alert = Feature.question(1)
                case .alert(.presented(.retry(2))): state.alert = Self.question
                case .alert(.presented(.retry(3))): state.alert?.title = "Really failed"
                // A copy of the one that is shown.
                case .alert(.presented): state.alert = state.alert.map { $0 }
                case .alert(.dismiss): break
                }
            }
            .presents(\.alert, action: \.alert)
        }
    }

    @Test func `An equal dialog that the button makes is another one; a copy of the present one is not`() async {
        let harness = InteractorTestHarness(Insisting())
        await harness.send(.ask) { $0.alert = Feature.question(1) }
        // It is shown, though it looks as the one before.
        await harness.send(.alert(.presented(.retry(1))), emitting: 1)
        await harness.send(.alert(.presented(.retry(1))), emitting: 1)
        await harness.send(.alert(.presented(.retry(3)))) { $0.alert?.title = "Really failed" }
        await harness.send(.alert(.presented(.retry(2)))) { $0.alert = Insisting.question }
        await harness.send(.alert(.presented(.retry(2)))) { $0.alert = nil }
        await harness.send(.ask) { $0.alert = Feature.question(1) }
        await harness.send(.alert(.presented(.retry(4)))) { $0.alert = nil }
        await harness.finish()
    }

    @Interactor struct Computing {
        struct State: Sendable, Equatable {
            var isAsking = false
            var count = 0
            var alert: AlertState<Answer>? {
                get { isAsking ? Feature.question(count) : nil }
                set { isAsking = newValue != nil }
            }
        }

        enum Action: Sendable {
            case ask
            case alert(PresentationAction<Answer>)
        }

        var body: some InteractorOf<Self> {
            Update(initialValue: State()) { state, action, _ in
                switch action {
                case .ask: state.isAsking = true
                // Another dialog, by its contents.
                case .alert(.presented(.retry(0))): state.count = 1
                case .alert: break
                }
            }
            .presents(\.alert, action: \.alert)
        }
    }

    @Test func `A computed property makes its dialog anew for each look, and that is one dialog`() async {
        let harness = InteractorTestHarness(Computing())
        await harness.send(.ask) { $0.isAsking = true }
        await harness.send(.alert(.presented(.retry(9)))) { $0.isAsking = false }
        await harness.send(.ask) { $0.isAsking = true }
        await harness.send(.alert(.presented(.retry(0)))) { $0.count = 1 }
        await harness.send(.alert(.dismiss)) { $0.isAsking = false }
        await harness.finish()
    }

    @MainActor @Test
    func `A dialog that a view state makes anew in each step is one dialog, which the user can dismiss`() {
        let model = DirectViewModel(Computing(), instances: .many)
        let alert = model.binding(presenting: \.alert, action: \.alert)
        model.sendViewEvent(.ask)
        let shown = alert.value
        model.sendViewEvent(.ask)
        shown?.sendViewEvent(.retry(9))
        #expect(model.alert == nil)
        model.sendViewEvent(.ask)
        #expect(alert.value?.title == "Failed")
        model.sendViewEvent(.ask)
        alert.value = nil
        #expect(model.alert == nil)
    }

    @Test func `Dialogs are compared and shown by what the user sees`() {
        let (one, other) = (Feature.question(1), Feature.question(1))
        #expect(one == other && Set([AlertState<Never>("A"), AlertState<Never>("A")]).count == 1)
        #expect(Mirror(reflecting: one).children.map(\.label) == ["title", "message", "buttons"])
        let choice = Feature.choice("Again?")
        #expect(Mirror(reflecting: choice).children.map(\.label) == ["title", "showsTitle", "message", "buttons"])
    }
}
