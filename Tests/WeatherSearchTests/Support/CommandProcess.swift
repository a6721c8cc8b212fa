import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The command, run as a process on a terminal of its own.
final class CommandProcess {
    /// The command that was built beside the program that runs the tests.
    static var url: URL {
        #if os(Linux)
            let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
            let tests = (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
        #endif
        return tests.deletingLastPathComponent().appending(path: "weather-search")
    }

    struct NoTerminal: Error {}

    private let process = Process()
    private var (keyboard, terminal): (Int32, Int32) = (0, 0)
    /// What the command has written and no call has waited for.
    private var output: [UInt8] = []

    init(_ options: [String] = []) throws {
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&keyboard, &terminal, nil, nil, &size) == 0 else { throw NoTerminal() }
        process.executableURL = Self.url
        process.arguments = ["--date", "2024-06-21"] + options
        process.standardInput = FileHandle(fileDescriptor: terminal)
        process.standardOutput = FileHandle(fileDescriptor: terminal)
        try process.run()
    }

    deinit {
        process.terminate()
        for descriptor in [keyboard, terminal] { close(descriptor) }
    }

    /// Whether the terminal passes each key on at once.
    var isRaw: Bool {
        var settings = termios()
        return tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) == 0
    }

    func type(_ keys: String) { _ = write(keyboard, keys, keys.utf8.count) }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
        // The terminal controls no session, so that the system tells nothing.
        signal(SIGWINCH)
    }

    /// Reads what the command writes, up to the end of `text`; returns false if that does not come in half a minute.
    func waits(for text: String) -> Bool {
        while true {
            if let range = output.firstRange(of: Array(text.utf8)) {
                output.removeSubrange(..<range.upperBound)
                return true
            }
            var ready = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 30_000) == 1 else { return false }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(keyboard, &bytes, bytes.count)
            guard count > 0 else { return false }
            output += bytes.prefix(count)
        }
    }

    func waitForStop() {
        var information = siginfo_t()
        waitid(P_PID, id_t(process.processIdentifier), &information, WSTOPPED)
    }

    /// The status, or the negative number of the signal that has ended it.
    func waitForExit() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }
}
