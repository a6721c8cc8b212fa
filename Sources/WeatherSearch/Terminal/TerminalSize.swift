#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The columns and rows of a terminal.
struct TerminalSize: Sendable, Hashable {
    let columns: Int
    let rows: Int

    /// The size of the terminal behind `descriptor`; 80 by 24, the size of a VT100, if it has none.
    static func current(of descriptor: Int32 = STDOUT_FILENO) -> TerminalSize {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The current size, and the new one after every change; a slow consumer gets only the newest.
    static func changes(of descriptor: Int32 = STDOUT_FILENO) -> AsyncStream<TerminalSize> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let yieldCurrent = { @Sendable in _ = continuation.yield(current(of: descriptor)) }
            let source = SignalSource(signal: SIGWINCH, start: yieldCurrent, handler: yieldCurrent)
            continuation.onTermination = { _ in source.cancel() }
        }
    }
}
