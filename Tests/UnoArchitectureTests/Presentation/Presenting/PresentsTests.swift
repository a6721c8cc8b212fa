import Observation
import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

@Suite("presents(_:action:child:)", .timeLimit(.hang)) struct PresentsTests {
    @Interactor struct Edit {
        struct State: Sendable, Equatable { var text = "" }
        @CasePathable enum Action: Sendable, Equatable {
            case type(String)
            case save, saveLater, waitForever, nested
        }

        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .type(let text):
                    state.text = text
                    return .state
                case .save:
                    state.text += " saved"
                    return .dismiss()
                case .saveLater: return .perform { _, send in await send.dismiss() }
                case .waitForever: return .observe { _, _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
                case .nested: return .concatenate([.perform { _, send in await send { $0.text += "!" } }, .dismiss()])
                }
            }
        }
    }

    // swift-format-ignore: FullyIndirectEnum
    @Destination
    enum Destination {
        indirect case edit(Self.Edit)
        #if os(Linux) || canImport(Darwin)
            case alert(AlertState<AlertAction>)
        #else
            case camera(Edit)
        #endif
        #if NEVER
            case never(Edit)
        #endif

        typealias Edit = PresentsTests.Edit
    }

    enum AlertAction: Sendable, Equatable { case confirmed }

    @Interactor struct List {
        struct State: Sendable, Equatable {
            var edit: Edit.State?
            var destination: Destination.State?
            var alert: AlertState<AlertAction>?
            var log: [String] = []
        }

        @CasePathable enum Action: Sendable, Equatable {
            case open, openDestination, ask
            case edit(PresentationAction<Edit.Action>)
            case destination(PresentationAction<Destination.Action>)
            case alert(PresentationAction<AlertAction>)
        }

        static let question = AlertState<AlertAction>("Delete?", message: "Really") {
            ButtonState("Delete", role: .destructive, action: .confirmed)
            ButtonState.cancel()
        }

        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .open: state.edit = Edit.State()
                case .openDestination: state.destination = .edit(Edit.State())
                case .ask: state.alert = Self.question
                case .edit(.presented(.save)): state.log.append("save \(state.edit?.text ?? "-")")
                case .edit(.dismiss): state.log.append("dismiss \(state.edit?.text ?? "-")")
                case .destination(.dismiss): state.destination = .alert(Self.question)
                case .destination(.presented(.alert(.confirmed))): state.log.append("confirmed")
                case .alert(.presented(.confirmed)): state.log.append("yes")
                case .alert(.dismiss): state.log.append("no")
                case .edit, .destination: return .none
                }
                return .state
            }
            .presents(\.edit, action: \.edit) { Edit() }
            .presents(\.destination, action: \.destination) { Destination.interactor(edit: Edit()) }
            .presents(\.alert, action: \.alert)
        }
    }

    @Test("The child dismisses itself from a handler: the parent sees both actions and the child's last state")
    func fromHandler() async {
        let harness = InteractorTestHarness(List(), exhaustivity: .off)
        await harness.send(.open)
        await harness.send(.edit(.presented(.type("x"))))
        await harness.send(.edit(.presented(.save)), emitting: 1) {
            $0.edit = nil
            $0.log = ["save x saved", "dismiss x saved"]
        }
        await harness.finish()
    }

    @Test func `The child dismisses itself from an effect, and its effects end`() async {
        let harness = InteractorTestHarness(List())
        await harness.send(.open) { $0.edit = Edit.State() }
        let forever = await harness.send(.edit(.presented(.waitForever)))
        await harness.send(.edit(.presented(.saveLater)))
        await harness.receive(emitting: 1) { ($0.edit, $0.log) = (nil, ["dismiss "]) }
        await forever.finish()
        await harness.finish()
    }

    @Test func `A dismissal behind an effect`() async {
        let harness = InteractorTestHarness(List(), exhaustivity: .off)
        await harness.send(.open)
        await harness.send(.edit(.presented(.nested)))
        await harness.skipReceived()
        await harness.assertLatestState(.init(log: ["dismiss !"]))
        await harness.finish()
    }

    @Test func `The user dismisses; a second dismissal is no misuse`() async {
        let harness = InteractorTestHarness(List(), exhaustivity: .off)
        await harness.send(.open)
        await harness.send(.edit(.dismiss), emitting: 1) { ($0.edit, $0.log) = (nil, ["dismiss "]) }
        await harness.send(.edit(.dismiss)) { $0.log = ["dismiss ", "dismiss -"] }
        await harness.finish()
    }

    @Test func `What the parent presents in answer to a dismissal stays`() async {
        let harness = InteractorTestHarness(List(), exhaustivity: .off)
        await harness.send(.openDestination)
        await harness.send(.destination(.presented(.edit(.save)))) { $0.destination = .alert(List.question) }
        await harness.send(.destination(.presented(.alert(.confirmed))), emitting: 1) {
            $0.destination = nil
            $0.log = ["confirmed"]
        }
        await harness.finish()
    }

    @Test("A button of an alert dismisses it, without a dismissal that the parent sees")
    func alert() async {
        let harness = InteractorTestHarness(List(), exhaustivity: .off)
        await harness.send(.ask) { $0.alert = List.question }
        await harness.send(.alert(.presented(.confirmed)), emitting: 1) { ($0.alert, $0.log) = (nil, ["yes"]) }
        await harness.send(.ask) { $0.alert = List.question }
        await harness.send(.alert(.dismiss)) { ($0.alert, $0.log) = (nil, ["yes", "no"]) }
        await harness.finish()
    }

    @Test func `Dialogs are values`() {
        let buttons = [ButtonState("Delete", role: .destructive, action: AlertAction.confirmed), .cancel("Cancel")]
        #expect(List.question.buttons == buttons)
        #expect(List.question == AlertState("Delete?", message: "Really") { for button in buttons { button } })
        #expect(List.question != AlertState<AlertAction>("Delete?"))
        let dialog = ConfirmationDialogState<AlertAction>("Which?", showsTitle: true) {
            if buttons.isEmpty { ButtonState("None") } else { buttons[0] }
        }
        #expect(dialog.buttons == [buttons[0]])
    }

    @MainActor @Test func `A feature that no parent presents: reported, and nothing happens`() async {
        let reports = DiagnosticsRecorder()
        let model = reports { ViewModel(Edit(), instances: .many) }
        model.sendViewEvent(.type("x"))
        model.sendViewEvent(.save)
        #expect(model.text == "x saved")
        await model.sendViewEvent(.saveLater).finish()
        #expect(reports.kinds == [.notPresented, .notPresented])
    }

    @MainActor @Test func `A view's binding to the presented child`() throws {
        let model = ViewModel(List(), instances: .many)
        let watch = Watch()
        let edit = model.binding(presenting: \.edit, action: \.edit)
        watch("edit") { edit.value }
        #expect(edit.value == nil)
        model.sendViewEvent(.open)
        #expect(watch.changes == ["edit"])
        let handle = try #require(edit.value)
        // Another handle of the same part, with the actions of the presentation.
        model.scope(state: \.edit, action: \.edit)?.sendViewEvent(.presented(.type("y")))
        #expect(handle.text == "y")
        handle.sendViewEvent(.type("x"))
        #expect(handle.text == "x")
        edit.value = nil
        #expect(model.viewState.edit == nil)
        #expect(model.log == ["dismiss x"])
        edit.value = nil
        #expect(model.log == ["dismiss x"])

        let inCase = model.binding(presenting: \.destination, case: \.edit, action: \.destination, case: \.edit)
        let alert = model.binding(presenting: \.destination, case: \.alert, action: \.destination, case: \.alert)
        model.sendViewEvent(.openDestination)
        inCase.value?.sendViewEvent(.type("y"))
        #expect(inCase.value?.text == "y")
        #expect(alert.value == nil)
        inCase.value = nil
        #expect(inCase.value == nil)
        alert.value?.sendViewEvent(.confirmed)
        #expect(model.viewState.destination == nil)
    }
}

extension PresentsTests.Destination.State: Equatable {}
extension PresentsTests.Destination.Action: Equatable {}
