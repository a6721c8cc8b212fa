package import Foundation

/// Figures as a file: a JSON array with one element per figure.
package enum FigureFile {
    package static func data(_ figures: [Figure]) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // One figure per line, so that two files can be compared by eye.
        let lines = figures.map { figure in
            // Encoding fails only for numbers that JSON lacks, which no measurement produces.
            String(decoding: try! encoder.encode(figure), as: UTF8.self)
        }
        return Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8)
    }

    package static func read(_ file: URL) throws(FileError) -> [Figure] {
        try FileError.reading(file) { try JSONDecoder().decode([Figure].self, from: $0) }
    }
}
