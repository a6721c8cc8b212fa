import Foundation
import TestSupport
import Testing

/// What users get wrong: the compiler must say what is written above the line in these files, and nothing else.
@Suite("Mistakes, and the compiler's words for them", .enabled(if: Sanitizer.isAbsent)) struct MistakeTests {
    @Test func `Each mistake has its error, at its line and with its name; what is right has none`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        var sources: [String: String] = [:]
        for name in ["Mistakes", "UpdateMistakes"] {
            sources[name] = try String(contentsOf: folder.appending(path: name + ".swift"), encoding: .utf8)
        }
        let expected = sources.flatMap { Self.expectedErrors(in: $1, of: $0) }
        #expect(expected.count > 50)

        let output = try Compiler.run(sources, .check).output
        #expect(!output.contains("failed to produce diagnostic"))
        var unexpected = Self.errors(in: output)
        for error in expected {
            let index = unexpected.firstIndex { $0.isAt(error) && $0.text.contains(error.text) }
            #expect(index != nil, "\(error.place): no error with “\(error.text)”")
            if let index { unexpected.remove(at: index) }
        }
        for error in unexpected { Issue.record("\(error.place): \(error.text)") }
    }

    private struct CompilerError {
        let file: String
        let line: Int
        let text: String
        var place: String { "\(file).swift:\(line)" }
        func isAt(_ other: CompilerError) -> Bool { place == other.place }
    }

    /// The errors that are written above the lines that they are about.
    private static func expectedErrors(in source: String, of file: String) -> [CompilerError] {
        var errors: [CompilerError] = []
        var texts: [String] = []
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("// error: ") {
                texts.append(String(line.dropFirst("// error: ".count)))
            } else {
                errors += texts.map { CompilerError(file: file, line: index + 1, text: $0) }
                texts = []
            }
        }
        return errors
    }

    /// The errors that the compiler has printed: `…/Mistakes.swift:12:3: error: …`.
    private static func errors(in output: String) -> [CompilerError] {
        output.split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: #/(\w+)\.swift:(\d+):\d+: (?:error|warning): (.*)/#) else {
                return nil
            }
            return Int(match.2).map { CompilerError(file: String(match.1), line: $0, text: String(match.3)) }
        }
    }
}
