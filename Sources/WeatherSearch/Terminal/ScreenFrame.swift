/// The lines of a screen, and how to get them there.
struct ScreenFrame: Sendable, Hashable {
    enum Style: Sendable {
        case plain, faint, selected

        /// "Select Graphic Rendition" (ECMA-48); empty for none.
        fileprivate var sequence: String {
            switch self {
            case .plain: ""
            case .faint: "\u{1B}[2m"
            case .selected: "\u{1B}[7m"
            }
        }
    }

    struct Line: Sendable, Hashable {
        /// Without control characters, and no wider than the screen.
        let text: String
        var style = Style.plain
    }

    let size: TerminalSize
    /// As many as the screen has rows.
    let lines: [Line]
    /// Counted from zero.
    let cursorColumn: Int
    let cursorRow: Int

    /// The escape sequences that turn a screen showing `previous` into one showing this.
    ///
    /// Only lines that differ are written; without `previous`, or when the size changed, the screen is cleared
    /// and all of them are.
    func update(from previous: ScreenFrame?) -> String {
        let shown = previous?.size == size ? previous : nil
        var output = shown == nil ? "\u{1B}[2J" : ""
        for (row, line) in lines.enumerated() where shown.map({ $0.lines[row] != line }) ?? !line.text.isEmpty {
            // Cleared first: after a line that fills the row, clearing would take its last character.
            output += "\u{1B}[\(row + 1);1H\u{1B}[K"
            output += line.style == .plain ? line.text : "\(line.style.sequence)\(line.text)\u{1B}[0m"
        }
        return output + "\u{1B}[\(cursorRow + 1);\(cursorColumn + 1)H"
    }
}
