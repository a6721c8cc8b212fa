import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A counter that asks before it changes: an alert with one answer, a dialog with two.
@Interactor struct AlertStudy {
    struct State: Sendable, Equatable {
        var count = 0
        var alert: AlertState<AlertAction>?
        var dialog: ConfirmationDialogState<DialogAction>?
    }

    enum AlertAction: Sendable { case increment }
    enum DialogAction: Sendable { case increment, decrement }

    enum Action: Sendable, Equatable {
        case alertTapped, dialogTapped
        case alert(PresentationAction<AlertAction>)
        case dialog(PresentationAction<DialogAction>)
    }

    static let alert = AlertState<AlertAction>("Increment?", message: "There is no way back.") {
        ButtonState("Increment", action: .increment)
        ButtonState.cancel()
    }
    static let dialog = ConfirmationDialogState<DialogAction>("Change the count") {
        ButtonState("Increment", action: .increment)
        ButtonState("Decrement", role: .destructive, action: .decrement)
        ButtonState.cancel()
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: State()) { state, action in
            switch action {
            case .alertTapped: state.alert = Self.alert
            case .dialogTapped: state.dialog = Self.dialog
            case .alert(.presented(.increment)), .dialog(.presented(.increment)): state.count += 1
            case .dialog(.presented(.decrement)): state.count -= 1
            case .alert(.dismiss), .dialog(.dismiss): break
            }
            return .state
        }
        .presents(\.alert, action: \.alert)
        .presents(\.dialog, action: \.dialog)
    }
}

@MainActor @Suite("Case study: alerts", .timeLimit(.hang)) struct AlertStudyTests {
    @Test func `An answer counts and closes the dialog; a cancellation only closes it`() async {
        let harness = InteractorTestHarness(AlertStudy())
        await harness.send(.alertTapped) { $0.alert = AlertStudy.alert }
        await harness.send(.alert(.presented(.increment))) { ($0.alert, $0.count) = (nil, 1) }
        await harness.send(.dialogTapped) { $0.dialog = AlertStudy.dialog }
        await harness.send(.dialog(.dismiss)) { $0.dialog = nil }
        await harness.send(.dialogTapped) { $0.dialog = AlertStudy.dialog }
        await harness.send(.dialog(.presented(.decrement))) { ($0.dialog, $0.count) = (nil, 0) }
        await harness.finish()
    }
}
