/// Lays out the screen: prompt, status, results, the weather below them, and the keys on the last row.
struct ScreenRenderer: Sendable {
    private static let prompt = "City: "
    private static let keys = "↑↓ choose · Enter weather · Esc leave"
    /// The number of rows reserved for the results if the detail would take all of them.
    private static let minimumOfResults = 3

    let formatter: ReportFormatter
    /// Stands above the keys; nil for none.
    let notice: String?

    init(formatter: ReportFormatter = ReportFormatter(), notice: String? = nil) {
        (self.formatter, self.notice) = (formatter, notice)
    }

    /// The frame for `content`; exactly `size.rows` lines, none wider than `size.columns`.
    func frame(of content: ScreenContent, size: TerminalSize) -> ScreenFrame {
        let prompt = Self.prompt.clipped(toColumns: max(0, size.columns - 2))
        // Leave one column free for the cursor.
        let room = max(0, size.columns - prompt.displayWidth - 1)
        let query = content.query.withoutControlCharacters.clippedAtStart(toColumns: room)
        var lines: [ScreenFrame.Line] = [
            .init(text: prompt + query),
            .init(text: content.status, style: .faint),
        ]
        let footer = [notice, Self.keys].compactMap { $0 }
        let rows = max(0, size.rows - lines.count - footer.count)
        let detail = detailLines(of: content.detail)
        let shownResults = min(content.results.count, max(rows - detail.count, min(Self.minimumOfResults, rows)))
        lines += resultLines(of: content, rows: shownResults)
        lines += detail.prefix(rows - shownResults).map { .init(text: $0) }
        lines += Array(repeating: .init(text: ""), count: max(0, size.rows - footer.count - lines.count))
        lines += footer.map { .init(text: $0, style: .faint) }
        return ScreenFrame(
            size: size,
            lines: lines.prefix(size.rows).map { line in
                let text = line.text.withoutControlCharacters.clipped(toColumns: size.columns)
                return .init(text: text, style: line.style)
            },
            cursorColumn: min(prompt.displayWidth + query.displayWidth, max(0, size.columns - 1)),
            cursorRow: 0
        )
    }

    /// The results around the selected one that fit into `rows`.
    private func resultLines(of content: ScreenContent, rows: Int) -> [ScreenFrame.Line] {
        let centred = (content.selection ?? 0) - rows / 2
        let first = max(0, min(centred, content.results.count - rows))
        let texts = formatter.lines(of: content.results)
        return (first..<first + rows).map { index in
            let isSelected = index == content.selection
            return .init(text: (isSelected ? "› " : "  ") + texts[index], style: isSelected ? .selected : .plain)
        }
    }

    private func detailLines(of detail: ScreenContent.Detail) -> [String] {
        switch detail {
        case .nothing: []
        case .loading(let city): ["", "Asking for the weather in \(formatter.name(of: city)) …"]
        case .report(let report): [""] + formatter.lines(of: report)
        case .failure(let reason): ["", reason]
        }
    }
}
