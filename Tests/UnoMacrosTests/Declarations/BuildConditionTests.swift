import Testing
import UnoMacros

/// Which declarations a build can have at once.
@Suite("Conditions of #if") struct BuildConditionTests {
    static let pairs: [(first: String, second: String, canMeet: Bool)] = [
        ("A", "B", true), ("A", "A", true), ("A", "!A", false), ("!A", "A", false), ("!A", "!A", true),
        ("A && B", "!A || !B", false), ("A && B", "!A || B", true), ("A || B", "!A", true),
        ("A || B", "!(A || B)", false), ("!(A && !B)", "A && !B", false), ("A || B && C", "!A && !B", false),
        ("(A || B) && C", "!A && !B", false), ("(A || B) && C", "!C", false), ("(A)", "((!A))", false),
        ("!!A", "!A", false),
        ("true", "A", true), ("false", "A", false), ("A", "A && false", false), ("true", "!false", true),
        ("os(Linux)", "os(macOS)", false), ("os(Linux)", "!os(Linux)", false), ("os(OSX)", "os( macOS )", true),
        ("os(Linux) || os(macOS)", "os(macOS) || os(Windows)", true), ("arch(x86_64)", "arch(arm64)", false),
        ("os(Linux)", "arch(arm64)", true), ("canImport(A)", "canImport(B)", true),
        ("swift(>=6.3) && A", "!swift( >=6.3 )", false), ("compiler(<6)", "swift(<6)", true),
        ("compiler(>=6.2)", "compiler(<6.2)", false), ("compiler(>=6.2)", "compiler( <6.3 )", true),
        ("compiler(<6.2)", "compiler(<6.3)", true), ("compiler(<6.2)", "compiler(>=6.3)", false),
        ("swift(>=6.2)", "swift(<6)", false), ("swift(>=6.0)", "swift(<6)", false),
        ("swift(>=6)", "swift(<6.0)", false),
        ("swift(>=6.2)", "compiler(<6.2)", true), ("swift(>=6.2.1)", "swift(<6.2)", false),
        ("swift(<6.2.1)", "swift(>=6.2)", true), ("swift(>=6.10)", "swift(<6.9)", false),
        ("swift(>=a)", "swift(<b)", true), ("swift(>=6.1) && swift(<6.2)", "!swift(>=6.1) || swift(>=6.2)", false),
        ("A /* a */ && B", "!A // b", false), ("A &&\n    B", "!B", false),
        // What is no condition can hold.
        ("", "", true), ("A B", "!A", true), ("&& A", "!A", false),
        ("A && B", "C && D", true), ("A && B && C && D && E && F && G && H", "!A", false),
        // More facts than are worth a search.
        ("A && B && C && D && E && F && G && H && I", "!A", true),
    ]

    private func canMeet(_ source: String) throws -> Bool {
        let placed = Scanner(SourceText(source)).members.placedDeclarations
        try #require(placed.count == 2, "\(source)")
        #expect(placed[0].canMeet(placed[1]) == placed[1].canMeet(placed[0]))
        return placed[0].canMeet(placed[1])
    }

    @Test("Declarations under two conditions can meet unless these exclude each other", arguments: pairs.indices)
    func conditions(index: Int) throws {
        let (first, second, expected) = Self.pairs[index]
        #expect(try canMeet("#if \(first)\nvar a = 1\n#endif\n#if \(second)\nvar b = 1\n#endif") == expected)
    }

    @Test func `A clause holds only where those before it do not`() throws {
        #expect(try !canMeet("#if A\nvar a = 1\n#else\nvar b = 1\n#endif"))
        #expect(try !canMeet("#if A\n#else\nvar a = 1\n#endif\n#if A\nvar b = 1\n#endif"))
        #expect(try !canMeet("#if A\n#elseif B\nvar a = 1\n#endif\n#if A || !B\nvar b = 1\n#endif"))
        #expect(try canMeet("#if A\n#elseif B\nvar a = 1\n#endif\n#if B\nvar b = 1\n#endif"))
        #expect(try !canMeet("#if A\n#if B\nvar a = 1\n#endif\n#endif\n#if !B\nvar b = 1\n#endif"))
        #expect(try canMeet("#if A\nvar a = 1\n#endif\nvar b = 1"))
        #expect(try !canMeet("#if false\nvar a = 1\n#endif\nvar b = 1"))
        // However many facts the condition has.
        #expect(try !canMeet("#if A && B && C && D && E && F && G && H && I\nvar a = 1\n#else\nvar b = 1\n#endif"))
    }

    @Test("A condition is read down to the 31st bracket, wherever it stands", arguments: [(31, false), (32, true)])
    func limit(levels: Int, expected: Bool) throws {
        let nested = String(repeating: "(", count: levels) + "A" + String(repeating: ")", count: levels)
        #expect(try canMeet("#if false || \(nested)\nvar a = 1\n#endif\n#if !A\nvar b = 1\n#endif") == expected)
    }

    @Test func `A condition of any depth is read in bounded stack`() throws {
        let deep = String(repeating: "(", count: 100_000) + "A" + String(repeating: ")", count: 100_000)
        _ = try canMeet("#if \(deep)\nvar a = 1\n#endif\n#if !A\nvar b = 1\n#endif")
        _ = try canMeet("#if \(String(repeating: "!", count: 100_000))A\nvar a = 1\n#endif\n#if !A\nvar b = 1\n#endif")
    }
}
