#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The terminal in raw mode, on its alternate screen.
///
/// *Behavior*: what the terminal was is restored when the body returns or throws, when the process calls
/// `exit`, and when it is ended by a signal that can be caught: interrupt, termination, hang-up, quit, and the
/// traps of a failed precondition. Ctrl-C arrives as `Key.interrupt`, since a raw terminal sends no signals.
/// `SIGKILL` cannot be caught, and a process that is stopped does not restore.
enum RawTerminal {
    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var description: String { "the terminal cannot be set up: \(String(cString: strerror(number)))" }
    }

    /// Runs `body` while the terminal is raw. Not to be nested.
    static func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        try TerminalRestoration.prepare()
        defer { TerminalRestoration.restore() }
        try TextOutput.standard.write("\u{1B}[?1049h\u{1B}[2J\u{1B}[H")
        return try await body()
    }
}
