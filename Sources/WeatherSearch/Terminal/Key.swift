/// A keystroke.
enum Key: Sendable, Hashable {
    /// A typed character. A combining mark arrives as a character of its own.
    case character(Character)
    case enter
    case tab
    case escape
    case backspace
    case delete
    /// Ctrl-W.
    case deleteWord
    /// Ctrl-U.
    case deleteLine
    case up, down, left, right
    case home, end
    case pageUp, pageDown
    /// Ctrl-C, which is a key rather than a signal while the terminal is raw.
    case interrupt
    /// Ctrl-Z, likewise.
    case suspend
    /// Ctrl-D.
    case endOfInput
}
