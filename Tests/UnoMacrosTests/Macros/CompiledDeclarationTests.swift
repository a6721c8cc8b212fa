import TestSupport
import Testing

/// The code of the macros, compiled, linked and run.
@Suite("Declarations through the compiler", .enabled(if: Sanitizer.isAbsent)) struct CompiledDeclarationTests {
    /// All declarations are one program, which prints the checks that fail: a warning or an error is output, too.
    @Test("All compile without a warning, and do what they say, in every mode", arguments: Compiler.Mode.allCases)
    func everyDeclaration(mode: Compiler.Mode) throws {
        let rows = CompiledDeclaration.all
        let checks = rows.flatMap { row in
            row.checks.map { "        if !(\($0)) { print(#\"\(row.name): \($0)\"#) }" }
        }
        let program = """
            import UnoArchitecture
            import UnoPresentation
            import UnoStateMachines
            \(rows.map(\.code).joined(separator: "\n"))
            @main struct Main {
                @MainActor static func main() {
            \(checks.joined(separator: "\n"))
                }
            }
            """
        let (status, output) = try Compiler.run(["Program": program], mode, isProgram: true)
        #expect(output == "")
        #expect(status == 0)
    }
}
