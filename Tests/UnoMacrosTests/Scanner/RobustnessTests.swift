import Foundation
import MacroChecking
import TestSupport
import Testing
import UnoMacros

/// Any source, good or damaged, is scanned and expanded; `MacroCheck` does the same on a larger scale.
@Suite("The scanner's robustness") struct RobustnessTests {
    /// The package's own sources, by path inside the package.
    private static let sources: [(path: String, text: String)] = {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folders = ["Sources", "Tests", "Benchmarks"].map { package.appending(path: $0) }
        return sourceFiles(in: folders, endings: ["swift"]).compactMap { file in
            (try? String(contentsOf: file, encoding: .utf8)).map { (file.lastPathComponent, $0) }
        }
    }()

    @Test func `Every declaration of the package lies inside of its source`() {
        var robustness = Robustness()
        // Without the whole search, every tenth.
        let stride = Scale.isWhole ? 1 : 10
        for (path, text) in Self.sources.enumerated().filter({ $0.offset % stride == 0 }).map(\.element) {
            robustness.run(Array(text.utf8), named: path)
        }
        #expect(robustness.sources > 300 / stride)
        #expect(robustness.nodes > 30_000 / stride)
        #expect(robustness.faults == [])
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func `Damaged sources are scanned too`(seed: UInt64) {
        var mutation = Mutation(seed: seed, of: Self.sources.map(\.text).filter { $0.utf8.count < 1500 })
        var robustness = Robustness()
        for _ in 0..<100 {
            let source = mutation.next()
            robustness.run(source, named: String(decoding: source, as: UTF8.self))
        }
        #expect(robustness.faults == [])
    }

    /// Sources that tempt a reader to look at the same text again and again, or to nest its calls.
    static let tempting: [(name: String, repeated: String, before: String, after: String)] = [
        ("open generic lists", "a<", "let x = ", ""),
        ("generic lists of attributes", "@a<", "", " class A {}"),
        ("attributes with expressions", "@a(b<", "", ""),
        ("open parentheses", "(", "let x = ", ""),
        ("open braces", "{ ", "struct A ", ""),
        ("nested types", "struct A { ", "", ""),
        ("stray closing braces", "}", "enum A {", ""),
        ("mixed brackets", "([{)]}", "", ""),
        ("interpolations in each other", "\"\\(", "let x = ", ""),
        ("quotes", "\"", "let x = ", ""),
        ("raw quotes", "\"###", "let x = ####\"", ""),
        ("hashes", "#", "", " x"),
        ("comments in each other", "/* ", "", ""),
        ("slashes", "(/a ", "let x = ", ""),
        ("escaped slashes", "\\/", "let x = (/", ""),
        ("raw regular expressions", "#/a ", "let x = ", ""),
        ("conditions in each other", "#if A\n", "enum A {", ""),
        ("postfix conditions", "\n#if A\n.b", "let x = a", ""),
        ("clauses", "#elseif A\ncase a\n", "enum A {\n#if B\n", "#endif }"),
        ("attributes", "@a ", "", ""),
        ("modifiers", "public ", "", " enum A {}"),
        ("arrows", "() -> ", "let x: ", "Int"),
        ("optional chains", "?", "let x: Int", ""),
        ("cases", "case a(x: Int = 1)\n", "enum A {", "}"),
        ("a long case", "a(Int), ", "enum A { case ", "b }"),
        ("specifiers", "inout ", "func a(x: ", "Int)"),
        ("requirements", "A: B, ", "func f() where ", "C: D {}"),
        ("backticks", "`", "let ", ""),
        ("throwing functions", "throws(", "func f() ", ""),
        ("operators", "+ ", "let x = 1 ", "2"),
    ]

    @Test("The work grows with the length of the text, and not faster", arguments: tempting.map(\.name))
    func linearity(name: String) throws {
        let source = try #require(Self.tempting.first { $0.name == name })
        func steps(_ count: Int) -> (steps: Int, length: Int) {
            let text = source.before + String(repeating: source.repeated, count: count) + source.after
            return (Scanner(SourceText(text)).steps, text.utf8.count)
        }
        let small = steps(100)
        let large = steps(3200)
        // Thirty-two times the text; what is twice as much a byte would be a thousand times for a square.
        #expect(large.steps * small.length < small.steps * large.length * 2)
        #expect(large.steps < large.length * 60)
    }
}
