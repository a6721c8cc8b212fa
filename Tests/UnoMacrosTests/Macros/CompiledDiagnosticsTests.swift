import MacroChecking
import TestSupport
import Testing

/// The errors and warnings of the macros, as the compiler shows them.
@Suite("Diagnostics through the compiler", .enabled(if: Sanitizer.isAbsent)) struct CompiledDiagnosticsTests {
    private static let rows = Result {
        try ExpansionCase.all().filter { row in
            // An extension inside a type keeps the compiler from expanding anything.
            !row.diagnostics.isEmpty && !row.source.contains("extension State {}")
        }
    }

    /// The types that the rows use, as far as a macro would not be expanded without them.
    private static let types = """
        enum A { enum B {} }
        struct B { struct State {}; enum Input { case go, set(Int) }; enum IOResult {} }
        struct C { struct State {} }
        struct S {}; struct D {}; struct V {}; struct U {}; struct Action {}; struct ViewState {}; struct Other {}
        """

    /// All rows in one module: each is shown although the others, and the types that it lacks, are errors, too.
    @Test("Each is shown where it is, once, in every mode", arguments: Compiler.Mode.allCases)
    func everyRow(mode: Compiler.Mode) throws {
        let rows = try Self.rows.get()
        var files = ["Types": Self.types]
        for (number, row) in rows.enumerated() {
            // The effects of a machine are used, and so looked up.
            let use = row.source.hasPrefix("@ComposableEffect") ? "typealias Use = IOEffect.Composed" : ""
            let isNested = !row.source.contains("extension ")
            let code = isNested ? "enum Row\(number) {\n\(row.source)\n\(use)\n}" : "\n\(row.source)\n"
            files["Row\(number)"] = "import UnoArchitecture; import UnoPresentation; import UnoStateMachines; " + code
        }
        let lines = try Compiler.run(files, mode).output.split(separator: "\n").map { line in
            line.split(separator: "/").last ?? line
        }
        for (number, row) in rows.enumerated() {
            for diagnostic in row.diagnostics where diagnostic.first?.isNumber ?? false {
                let place = diagnostic.prefix { $0 != ":" }
                let rest = diagnostic[place.endIndex...].split(separator: " ", maxSplits: 1)
                let shown = "Row\(number).swift:\((Int(place) ?? 0) + 1)\(rest[0]): \(rest[1])"
                let count = lines.count { $0.hasPrefix(shown) }
                #expect(count == 1, "\(row): \(shown)\n\(row.source)")
            }
        }
    }
}
