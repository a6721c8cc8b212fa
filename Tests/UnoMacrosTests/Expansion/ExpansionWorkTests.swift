import Synchronization
import Testing
import UnoMacros

/// What an expansion reads, which is what it costs.
@Suite("The work of expansions") struct ExpansionWorkTests {
    static let macros: [(name: String, macro: any AttachedMacro.Type, reads: Int)] = [
        ("Interactor<Int, Int>", InteractorMacro.self, 1),
        ("ViewStateReducer<Int, Int>", ViewStateReducerMacro.self, 1),
        ("StateMachine", StateMachineMacro.self, 0),
        ("EffectComposition", EffectCompositionMacro.self, 0),
    ]

    @Test("The type is read for its body at most, not for each of its members", arguments: macros.indices)
    func members(index: Int) throws {
        let (name, macro, expected) = Self.macros[index]
        let members = (0..<50).map { "var part\($0): Int { \($0) }\n" }.joined()
        let source = SourceText("@\(name) struct A { \(members) var body: some B { part0 } }")
        let type = try #require(Scanner.declaration(source))
        let attribute = try #require(type.attributes.first)
        let reads = Mutex(0)
        for member in type.type?.members.declarations ?? [] {
            var context = MacroContext(
                attribute: attribute, declaration: member,
                parent: {
                    reads.withLock { $0 += 1 }
                    return type
                }())
            _ = macro.memberAttributes(&context)
        }
        #expect(reads.withLock(\.self) == expected)
    }

    /// `@Destination` writes a function for each choice of clauses; a condition without cases offers none.
    @Test(
        "Up to 64 choices of clauses are expanded, and more are refused, however many",
        arguments: [(6, 1, false), (7, 1, true), (1, 63, false), (1, 64, true), (2, 8, true), (70, 1, true)])
    func choices(conditions: Int, clauses: Int, isRefused: Bool) throws {
        let members = (0..<conditions).map { condition in
            (0..<clauses).map { "\($0 == 0 ? "#if" : "#elseif") X\($0)\ncase a\(condition)_\($0)(A)\n" }.joined()
                + "#endif\n"
        }.joined()
        let source = SourceText("@Destination enum A {\n#if Y\nstruct B {}\n#endif\n\(members)}")
        let declaration = try #require(Scanner.declaration(source))
        var context = MacroContext(attribute: try #require(declaration.attributes.first), declaration: declaration)
        let code = DestinationMacro.members(&context)
        #expect(context.hasErrors == isRefused && code.isEmpty == isRefused)
    }

    @Test func `An #if nested too deeply is skipped with all that it contains`() {
        let depth = 3000
        let nested =
            String(repeating: "#if X\n", count: depth) + "case a\n" + String(repeating: "#endif\n", count: depth)
        let source = "@CasePathable enum A {\n\(nested)case last\n}"
        let scanner = Scanner(SourceText(source))
        let cases = scanner.members.declarations.flatMap { $0.type?.members.declarations ?? [] }.compactMap(\.cases)
        #expect(cases.map { $0.map(\.name.text) } == [["last"]])
        #expect(scanner.steps < 20 * source.utf8.count)
    }
}
