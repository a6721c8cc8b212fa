import Foundation
import Testing

/// A Markdown file of the package and the code that it shows.
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
        for line in lines {
            if let block = open {
                if line == "```" { blocks.append(block) }
                open = line == "```" ? nil : block + [line]
            } else if line == "```" + language {
                open = []
            }
        }
        return blocks.map { $0.filter { !$0.isEmpty } }
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
