import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// Three destinations, of which one is shown at a time.
@Interactor struct DestinationStudy {
    @Destination
    enum Destination {
        case drillDown(CounterStudy)
        case sheet(CounterStudy)
        case question(AlertState<Answer>)
    }

    enum Answer: Sendable { case toSheet }
    struct State: Sendable, Equatable { var destination: Destination.State? }

    enum Action: Sendable, Equatable {
        case destination(PresentationAction<Destination.Action>)
        case showDrillDown, showSheet, showQuestion
    }

    static let question = AlertState<Answer>("Show the sheet?") { ButtonState("Yes", action: .toSheet) }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .showDrillDown: state.destination = .drillDown(0)
            case .showSheet, .destination(.presented(.question(.toSheet))): state.destination = .sheet(0)
            case .showQuestion: state.destination = .question(Self.question)
            case .destination: return .none
            }
            return .state
        }
        .presents(\.destination, action: \.destination) {
            Destination.interactor(drillDown: CounterStudy(), sheet: CounterStudy())
        }
    }
}

extension DestinationStudy.Destination.State: Equatable {}
extension DestinationStudy.Destination.Action: Equatable {}

@MainActor @Suite("Case study: multiple destinations", .timeLimit(.hang)) struct DestinationStudyTests {
    @Test func `One destination takes the place of another`() async {
        let harness = InteractorTestHarness(DestinationStudy())
        await harness.send(.showDrillDown) { $0.destination = .drillDown(0) }
        await harness.send(\.destination.drillDown, .clicked) { $0.destination = .drillDown(1) }
        await harness.send(.showQuestion) { $0.destination = .question(DestinationStudy.question) }
        await harness.send(\.destination.question, .toSheet) { $0.destination = .sheet(0) }
        await harness.send(\.destination.dismiss) { $0.destination = nil }
        await harness.finish()
    }

    @Test func `Each destination has a binding of its own`() {
        let model = ViewModel(DestinationStudy(), instances: .many)
        let sheet = model.binding(presenting: \.destination, case: \.sheet, action: \.destination, case: \.sheet)
        let question = model.binding(
            presenting: \.destination, case: \.question, action: \.destination, case: \.question)
        model.sendViewEvent(.showQuestion)
        #expect(sheet.value == nil)
        question.value?.sendViewEvent(.toSheet)
        #expect(question.value == nil)
        sheet.value?.sendViewEvent(.clicked)
        #expect(sheet.value?.viewState == 1)
        sheet.value = nil
        #expect(model.destination == nil)
    }
}
