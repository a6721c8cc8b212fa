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

    @Test("Misuse of @CasePathable is reported where it is", arguments: ExpansionCase.casePathDiagnostics)
    func casePathDiagnostics(line: ExpansionCase) { check(line) }

    @Test("A set of features expands", arguments: ExpansionCase.destinations)
    func destinations(line: ExpansionCase) { check(line) }

    @Test("Every form of an interactor expands", arguments: ExpansionCase.interactors)
    func interactors(line: ExpansionCase) { check(line) }

    @Test("Misuse of @Interactor is reported where it is", arguments: ExpansionCase.interactorDiagnostics)
    func interactorDiagnostics(line: ExpansionCase) { check(line) }

    @Test("View-state reducers expand, and their misuse is reported", arguments: ExpansionCase.viewStateReducers)
    func viewStateReducers(line: ExpansionCase) { check(line) }

    @Test("State machines expand, and misuse of @StateMachine is reported", arguments: ExpansionCase.stateMachines)
    func stateMachines(line: ExpansionCase) { check(line) }

    @Test("Effects expand, with their runners, and their misuse is reported", arguments: ExpansionCase.effects)
    func effects(line: ExpansionCase) { check(line) }

    @Test("A machine with nested ones has their body", arguments: ExpansionCase.composedMachines)
    func composedMachines(line: ExpansionCase) { check(line) }

    @Test("Misuse of nested states and forwards is reported", arguments: ExpansionCase.composedMachineDiagnostics)
    func composedMachineDiagnostics(line: ExpansionCase) { check(line) }
}
