#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal in raw mode, on its alternate screen.
///
/// *Behavior*: the terminal's settings are restored when the body returns or throws, when the process calls
/// `exit`, and when a signal that can be caught ends the process: interrupt, termination, hang-up, quit, and the
/// traps of a failed precondition. Ctrl-C arrives as `Key.interrupt`, since a raw terminal sends no signals.
/// `SIGKILL` cannot be caught, and stopping the process does not restore the settings.
enum RawTerminal {
    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var description: String { "the terminal cannot be set up: \(String(cString: strerror(number)))" }
    }

    /// Runs `body` while the terminal is raw. Calls must not be nested.
    static func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        try TerminalRestoration.prepare()
        defer { TerminalRestoration.restore() }
        try TextOutput.standard.write("\u{1B}[?1049h\u{1B}[2J\u{1B}[H")
        return try await body()
    }
}
