/// The lines of a screen, and the output that draws them.
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
    /// One line for each row of the screen.
    let lines: [Line]
    /// Counted from zero.
    let cursorColumn: Int
    let cursorRow: Int

    /// The escape sequences that turn a screen that shows `previous` into one that shows this frame.
    ///
    /// Only lines that differ are written. Without `previous`, or if the size changed, the screen is cleared and
    /// all lines are written.
    func update(from previous: ScreenFrame?) -> String {
        let shown = previous?.size == size ? previous : nil
        var output = shown == nil ? "\u{1B}[2J" : ""
        for (row, line) in lines.enumerated() where shown.map({ $0.lines[row] != line }) ?? !line.text.isEmpty {
            // Clear before writing: clearing after a line that fills the row would erase its last character.
            output += "\u{1B}[\(row + 1);1H\u{1B}[K"
            output += line.style == .plain ? line.text : "\(line.style.sequence)\(line.text)\u{1B}[0m"
        }
        return output + "\u{1B}[\(cursorRow + 1);\(cursorColumn + 1)H"
    }
}
