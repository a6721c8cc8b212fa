package import Foundation

/// A source with what its macro makes of it: a file below `Tests/UnoMacrosTests/Expansion/Fixtures`.
///
/// The file begins with the source. What follows the line `=== code` is added, what follows the line `=== diagnostics` is
/// said; neither stands there if it is empty. `MacroCheck update` writes both.
package struct ExpansionCase: Sendable, CustomStringConvertible {
    /// The folder of the file, which is the name of a table.
    package let table: String
    /// The name of the file without its ending.
    package let name: String
    /// The file.
    package let file: URL
    /// All that the file holds.
    package let text: String
    /// The part before the first section.
    package let source: String

    /// The folder of all cases.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "UnoMacrosTests/Expansion/Fixtures")

    /// All cases, sorted by their tables and names.
    package static func all() throws -> [ExpansionCase] {
        try sourceFiles(in: [folder], endings: ["txt"]).map { try ExpansionCase(file: $0) }
    }

    init(file: URL) throws {
        self.file = file
        table = file.deletingLastPathComponent().lastPathComponent
        name = file.deletingPathExtension().lastPathComponent
        text = try String(contentsOf: file, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.firstIndex { $0.hasPrefix(Self.section) } ?? max(0, lines.count - 1)
        source = lines[..<end].joined(separator: "\n")
    }

    private static let section = "=== "

    package var description: String { "\(table)/\(name)" }

    /// What the file says that the macro says, a line each.
    package var diagnostics: [Substring] {
        text.split(separator: "\(Self.section)diagnostics\n", maxSplits: 1).dropFirst().first?.split(separator: "\n")
            ?? []
    }

    /// What the file should hold.
    package var expected: String {
        let expansion = Expansion(of: source)
        let sections = [("code", expansion.code), ("diagnostics", expansion.diagnostics)]
        return sections.reduce(source + "\n") { text, section in
            section.1.isEmpty ? text : text + "\(Self.section)\(section.0)\n\(section.1)\n"
        }
    }

    /// The lines that the file lacks, with a plus, and those that it should not hold, with a minus; nil if there are none.
    package var difference: String? {
        let (old, new) = (text.components(separatedBy: "\n"), expected.components(separatedBy: "\n"))
        guard old != new else { return nil }
        let changes = new.difference(from: old).map { change in
            switch change {
            case .remove(let line, let text, _): (line: line, text: "-\(line + 1): \(text)")
            case .insert(let line, let text, _): (line: line, text: "+\(line + 1): \(text)")
            }
        }
        return changes.sorted { $0.line < $1.line }.map(\.text).joined(separator: "\n")
    }

    /// Writes what the file should hold.
    ///
    /// - Returns: Whether it held something else.
    package func update() throws -> Bool {
        let expected = expected
        guard text != expected else { return false }
        try expected.write(to: file, atomically: true, encoding: .utf8)
        return true
    }
}
