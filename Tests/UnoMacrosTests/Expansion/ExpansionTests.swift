import MacroChecking
import Testing

/// The exact code and the exact diagnostics, with lines and columns.
@Suite("Expansions")
struct ExpansionTests {
    private func check(_ line: ExpansionCase) {
        let expansion = Expansion(of: line.source)
        #expect(expansion.code == line.code)
        #expect(expansion.diagnostics == line.diagnostics)
    }

    @Test("A case's values give its path's type", arguments: ExpansionCase.casePathValues)
    func casePathValues(line: ExpansionCase) { check(line) }

    @Test("Every form of an enum's declaration expands", arguments: ExpansionCase.casePathDeclarations)
    func casePathDeclarations(line: ExpansionCase) { check(line) }

    @Test("With dynamic member look-up, cases are optional properties", arguments: ExpansionCase.optionalProperties)
    func optionalProperties(line: ExpansionCase) { check(line) }

    @Test("Misuse of @CasePathable is reported where it is", arguments: ExpansionCase.casePathDiagnostics)
    func casePathDiagnostics(line: ExpansionCase) { check(line) }

    @Test("Every form of an interactor expands", arguments: ExpansionCase.interactors)
    func interactors(line: ExpansionCase) { check(line) }

    @Test("Misuse of @Interactor is reported where it is", arguments: ExpansionCase.interactorDiagnostics)
    func interactorDiagnostics(line: ExpansionCase) { check(line) }

    @Test("View-state reducers expand, and their misuse is reported", arguments: ExpansionCase.viewStateReducers)
    func viewStateReducers(line: ExpansionCase) { check(line) }
}
