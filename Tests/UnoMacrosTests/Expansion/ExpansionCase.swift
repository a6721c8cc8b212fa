import Testing

/// A line of a table: source, what a macro makes of it, and what it says.
struct ExpansionCase: Sendable, CustomTestStringConvertible {
    let name: String
    let source: String
    let code: String
    let diagnostics: String

    init(_ name: String, _ source: String, code: String, diagnostics: String = "") {
        self.name = name
        self.source = source
        self.code = code
        self.diagnostics = diagnostics
    }

    var testDescription: String { name }
}
