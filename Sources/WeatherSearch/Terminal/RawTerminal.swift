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
/// Ctrl-Z, and `SIGTSTP` from elsewhere, restore the settings and stop the process; when it continues, the terminal is made
/// raw again. `SIGKILL` and `SIGSTOP` cannot be caught.
enum RawTerminal {
    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var description: String { "the terminal cannot be set up: \(String(cString: strerror(number)))" }
    }

    /// Runs `body` while the terminal is raw. Calls must not be nested.
    static func run<Result>(_ body: () async throws -> Result) async throws -> Result {
        try TerminalRestoration.prepare()
        defer { TerminalRestoration.end() }
        return try await body()
    }

    /// Stops the process, as Ctrl-Z does where the terminal is not raw.
    ///
    /// The signal goes to the process: threads of Dispatch block it.
    static func suspend() { kill(getpid(), SIGTSTP) }

    /// An element each time that the process has continued; the terminal is raw again, and its screen is empty.
    static func continuations() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let source = SignalSource(signal: SIGCONT) {
                TerminalRestoration.resume()
                continuation.yield()
            }
            continuation.onTermination = { _ in source.cancel() }
        }
    }
}
