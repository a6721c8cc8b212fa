import Foundation
import Testing

/// A file of the package, and the code that its Markdown or its documentation comments show.
///
/// Shown code is compiled twice: with the tests, which check that it is shown line by line and behaves as described,
/// and by `.ci/outside` in a package outside this one, as a user would compile it.
struct CodeListing {
    let path: String
    /// Without indentation.
    let lines: [String]

    /// - Parameter path: from the folder of the package.
    init(_ path: String) throws {
        self.path = path
        self.lines = try Self.lines(of: path)
    }

    static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(of path: String) throws -> [String] {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The blocks of code in `language`, without blank lines.
    func blocks(_ language: String) -> [[String]] {
        var blocks: [[String]] = []
        var open: [String]?
        for line in lines.map(Self.withoutCommentMark) {
            if let block = open {
                if line == "```" { blocks.append(block) }
                open = line == "```" ? nil : block + [line]
            } else if line == "```" + language {
                open = []
            }
        }
        return blocks.map { $0.filter { !$0.isEmpty } }
    }

    private static func withoutCommentMark(_ line: String) -> String {
        guard line.hasPrefix("///") else { return line }
        return line.dropFirst(3).trimmingCharacters(in: .whitespaces)
    }

    /// Expects each line of each Swift block to be in the file that `compiled` names for the block, in the block's order.
    func expectCode(
        sourceLocation: SourceLocation = #_sourceLocation,
        in compiled: (_ block: [String]) -> String
    ) throws {
        for block in blocks("swift") {
            let compiledPath = compiled(block)
            var rest = try Self.lines(of: compiledPath)[...]
            for line in block {
                guard let place = rest.firstIndex(of: line) else {
                    Issue.record(
                        "\(path) shows a line that \(compiledPath) does not have, in this order: \(line)",
                        sourceLocation: sourceLocation
                    )
                    break
                }
                rest = rest[(place + 1)...]
            }
        }
    }
}
