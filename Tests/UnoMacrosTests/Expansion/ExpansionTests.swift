import MacroChecking
import Testing

/// The exact code and the exact diagnostics, with lines and columns.
@Suite("Expansions")
struct ExpansionTests {
    /// A failure shows the difference; `swift run MacroCheck update` writes what is so now.
    @Test("Each case expands as its file says", arguments: try ExpansionCase.all())
    func expansion(line: ExpansionCase) {
        #expect(line.difference == nil, "\(line)\n\(line.difference ?? "")")
    }

    @Test("The cases are found")
    func count() throws {
        #expect(try ExpansionCase.all().count >= 280)
    }
}
