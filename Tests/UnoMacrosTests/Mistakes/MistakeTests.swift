import Foundation
import TestSupport
import Testing

/// What users get wrong: the compiler must say what is written above the line in `Mistakes.swift`, and nothing else.
@Suite("Mistakes, and the compiler's words for them", .enabled(if: Sanitizer.isAbsent))
struct MistakeTests {
    @Test("Each mistake has its error, at its line and with its name; what is right has none")
    func everyMistake() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Mistakes.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let expected = Self.expectedErrors(in: source)
        #expect(expected.count > 50)

        let output = try Compiler.run(["Mistakes": source], .check).output
        #expect(!output.contains("failed to produce diagnostic"))
        var unexpected = Self.errors(in: output)
        for error in expected {
            let index = unexpected.firstIndex { $0.line == error.line && $0.text.contains(error.text) }
            #expect(index != nil, "line \(error.line): no error with “\(error.text)”")
            if let index { unexpected.remove(at: index) }
        }
        for error in unexpected { Issue.record("line \(error.line): \(error.text)") }
    }

    private struct CompilerError {
        let line: Int
        let text: String
    }

    /// The errors that are written above the lines that they are about.
    private static func expectedErrors(in source: String) -> [CompilerError] {
        var errors: [CompilerError] = []
        var texts: [String] = []
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("// error: ") {
                texts.append(String(line.dropFirst("// error: ".count)))
            } else {
                errors += texts.map { CompilerError(line: index + 1, text: $0) }
                texts = []
            }
        }
        return errors
    }

    /// The errors that the compiler has printed: `…/Mistakes.swift:12:3: error: …`.
    private static func errors(in output: String) -> [CompilerError] {
        output.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: #/Mistakes\.swift:(\d+):\d+: (?:error|warning): (.*)/#) else {
                return nil
            }
            return Int(match.1).map { CompilerError(line: $0, text: String(match.2)) }
        }
    }
}
