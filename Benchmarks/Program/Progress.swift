import Foundation

/// A line on the terminal that names the current measurement; prints nothing if standard error is not a terminal.
struct Progress: Sendable {
    private let isOnTerminal = isatty(STDERR_FILENO) == 1

    func show(_ text: String) { write("\r\u{1B}[K\(text)") }

    func clear() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        guard isOnTerminal else { return }
        FileHandle.standardError.write(Data(text.utf8))
    }
}
