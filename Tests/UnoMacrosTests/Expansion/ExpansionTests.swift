import MacroChecking
import Testing

/// The exact code and the exact diagnostics, with lines and columns.
@Suite("Expansions") struct ExpansionTests {
    /// A failure shows the difference; `swift run MacroCheck update` writes what is so now.
    @Test(arguments: try ExpansionCase.all()) func `Each case expands as its file says`(line: ExpansionCase) {
        #expect(line.difference == nil, "\(line)\n\(line.difference ?? "")")
    }

    @Test func `The cases are found`() throws {
        #expect(try ExpansionCase.all().count >= 280)
    }
}
