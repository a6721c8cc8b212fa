import UnoMacros

extension MacroDiagnostic {
    /// The diagnostic as a compiler would show it, with lines and columns from one.
    func text(in source: String) -> String {
        let lines =
            ["\(place(range.lowerBound, source)) \(severity): \(message)"]
            + notes.map { "    note \(place($0.range.lowerBound, source)): \($0.message)" }
            + fixIts.map { fixIt in
                let end = place(fixIt.range.upperBound, source)
                return
                    "    fix-it \(place(fixIt.range.lowerBound, source))-\(end) '\(fixIt.replacement)': \(fixIt.message)"
            }
        return lines.joined(separator: "\n")
    }

    private func place(_ offset: Int, _ source: String) -> String {
        let before = source.utf8.prefix(offset)
        let line = before.filter { $0 == UInt8(ascii: "\n") }.count + 1
        let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
        return "\(line):\(column)"
    }
}
