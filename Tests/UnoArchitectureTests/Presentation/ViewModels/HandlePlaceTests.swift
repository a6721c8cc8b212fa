import TestSupport
import Testing
import UnoArchitecture
import UnoPresentation
import UnoTesting

/// What a handle says of itself, and what it sends.
@MainActor @Suite("The handle of a presented child") struct HandlePlaceTests {
    nonisolated struct Form: Sendable, Equatable { var name = "" }
    nonisolated struct Screen: Sendable, Equatable { var sheet: Form? }

    @CasePathable nonisolated enum FormAction: Sendable, Equatable {
        case binding(BindingAction<Form>)
        case save
    }

    @CasePathable nonisolated enum Action: Sendable {
        case toggle
        case sheet(PresentationAction<FormAction>)
    }

    private let diagnostics = DiagnosticsRecorder()

    private func model() -> DirectViewModel<Action, Screen> {
        diagnostics {
            DirectViewModel(
                Interact<Screen, Action>.showing(Screen()) { state, action in
                    if case .toggle = action { state.sheet = state.sheet == nil ? Form() : nil }
                }
                .presents(\.sheet, action: \.sheet) { BindingInteractor<Form, FormAction>() }, instances: .many
            )
        }
    }

    @Test func `is made without a presented in its path, and sends the child's own actions`() throws {
        let model = model()
        #expect(model.scope(state: \.sheet, action: \.sheet) == nil)
        model.sendViewEvent(.toggle)
        let sheet = try #require(model.scope(state: \.sheet, action: \.sheet))
        #expect(sheet.sendViewEvent(.save).outcome == .accepted)
        sheet.name = "Ada"
        #expect(model.sheet?.name == "Ada")
        #expect(sheet === model.binding(presenting: \.sheet, action: \.sheet).value)
        #expect(model.scope(state: \.sheet, action: \.sheet.presented)?.sendViewEvent(.save).outcome == .accepted)
        #expect(diagnostics.kinds == [])
    }

    @Test func `is named by the place that made it, if a field is set after the child has gone`() throws {
        let model = model()
        model.sendViewEvent(.toggle)
        let line: UInt = #line + 1
        let sheet = try #require(model.scope(state: \.sheet, action: \.sheet))
        model.sendViewEvent(.toggle)
        sheet.name = "late"
        #expect(diagnostics.kinds == [.childMissing])
        #expect(diagnostics.reports.elements.first?.line == line)
        #expect(diagnostics.reports.elements.first?.fileID == #fileID)
    }
}
