import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// A child that asks to be dismissed, and goes on to another case of its state.
@Suite("A child that asks to be dismissed and changes its case", .timeLimit(.hang)) struct DismissalCaseTests {
    @Interactor struct Form {
        struct State: Sendable, Equatable { var text = "" }
        enum Action: Sendable, Equatable { case submit }
        var body: some InteractorOf<Self> { Interact(initialValue: State()) { _, _ in .dismiss() } }
    }

    @Interactor struct Wizard {
        @CasePathable enum State: Sendable, Equatable {
            case form(Form.State)
            case sent
        }

        @CasePathable enum Action: Sendable, Equatable { case form(Form.Action) }
        var body: some InteractorOf<Self> {
            Interact<State, Action>.showing(.form(Form.State())) { state, _ in state = .sent }
                .ifCaseLet(\.form, action: \.form) { Form() }
        }
    }

    @Interactor struct Parent {
        struct State: Sendable, Equatable { var wizard: Wizard.State?, log: [String] = [] }
        @CasePathable enum Action: Sendable, Equatable {
            case open
            case wizard(PresentationAction<Wizard.Action>)
        }

        let replaces: Bool
        var body: some InteractorOf<Self> {
            Interact(initialValue: State()) { state, action in
                switch action {
                case .open: state.wizard = .form(Form.State())
                case .wizard(.presented) where replaces: state.wizard = .form(Form.State(text: "next"))
                case .wizard(.dismiss): state.log.append("dismissed at \(state.wizard == .sent ? "sent" : "form")")
                default: return .none
                }
                return .state
            }
            .presents(\.wizard, action: \.wizard) { Wizard() }
        }
    }

    @Test("is dismissed in that step, unless its parent puts another case in its place", arguments: [false, true])
    func cases(isReplaced: Bool) async {
        let runtime = Runtime(Parent(replaces: isReplaced))
        for action in [Parent.Action.open, .wizard(.presented(.form(.submit)))] { await runtime.send(action).finish() }
        let state = await runtime.state
        #expect(state?.wizard == (isReplaced ? .form(Form.State(text: "next")) : nil))
        #expect(state?.log == (isReplaced ? [] : ["dismissed at sent"]))
        await runtime.shutdown(.drain)
    }
}
