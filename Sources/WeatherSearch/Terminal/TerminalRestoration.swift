import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Makes the terminal raw, and restores its settings wherever the process ends.
///
/// Why the shared memory is safe: `settings` is written by `prepare` only while `isDue` is false, and read
/// by `restore` only after it changed `isDue` from true to false; the exchange orders the two and admits one
/// caller. `restore` runs in signal handlers, so it calls nothing that may allocate or lock:
/// `tcsetattr`, `write`, `signal` and `raise` are async-signal-safe (POSIX, "Signal Concepts"), and both
/// constants are initialised by `prepare`, before a handler is installed.
enum TerminalRestoration {
    private static let isDue = Atomic(false)
    /// Whether the terminal is to be raw while the process runs.
    private static let wasPrepared = Atomic(false)
    nonisolated(unsafe) private static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    static func prepare() throws(RawTerminal.Failure) {
        var previous = termios()
        guard tcgetattr(STDIN_FILENO, &previous) == 0 else { throw RawTerminal.Failure(number: errno) }
        guard !isDue.load(ordering: .acquiring) else { fatalError("the terminal is raw already") }
        settings.initialize(to: previous)
        isDue.store(true, ordering: .releasing)
        wasPrepared.store(true, ordering: .releasing)
        atexit { TerminalRestoration.restore() }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE] {
            signal(number) { number in
                TerminalRestoration.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        signal(SIGTSTP) { _ in
            TerminalRestoration.restore()
            // The default action of the signal that is being handled: this thread goes on after SIGCONT.
            raise(SIGSTOP)
        }
        guard enter() == 0 else { throw RawTerminal.Failure(number: errno) }
    }

    /// Makes the terminal raw again after the process has been stopped, unless it was restored for good.
    static func resume() {
        guard wasPrepared.load(ordering: .acquiring) else { return }
        isDue.store(true, ordering: .releasing)
        _ = enter()
    }

    /// Raw settings, the alternate screen, cleared.
    private static func enter() -> Int32 {
        let sequence: StaticString = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H"
        _ = write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
        return makeRaw(STDIN_FILENO, settings.pointee)
    }

    /// Makes a terminal with these settings raw. Keys that were typed before, while the program loaded, are kept.
    static func makeRaw(_ terminal: Int32, _ settings: termios) -> Int32 {
        var raw = settings
        cfmakeraw(&raw)
        return tcsetattr(terminal, TCSANOW, &raw)
    }

    /// Restores the terminal's settings for good.
    static func end() {
        wasPrepared.store(false, ordering: .releasing)
        restore()
    }

    /// Restores the terminal's settings, once, if `prepare` changed them.
    static func restore() {
        guard isDue.exchange(false, ordering: .acquiringAndReleasing) else { return }
        // Attributes off, cursor shown, main screen.
        let sequence: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
        _ = write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount)
        tcsetattr(STDIN_FILENO, TCSANOW, settings)
    }
}
