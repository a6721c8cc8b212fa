import SocketKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes text to a file descriptor, unbuffered.
struct TextOutput: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var description: String { "the output cannot be written: \(String(cString: strerror(number)))" }
    }

    let descriptor: Int32

    static let standard = TextOutput(descriptor: STDOUT_FILENO)
    static let error = TextOutput(descriptor: STDERR_FILENO)

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// A pipe that takes anything without waiting takes as many bytes.
    static let atOnce = Int(PIPE_BUF)
    private static let lock = Guarded(())

    /// Writes `text` unless that would wait, as for a pipe that is not read; then it is dropped. Of a long text, the beginning is
    /// written.
    ///
    /// For what a server reports: strangers may cause much of it, and nothing else may wait for its reader.
    func writeNow(_ text: String) {
        let isLong = text.utf8.count > Self.atOnce
        let bytes = isLong ? Array(text.utf8.prefix(Self.atOnce - 1)) + [UInt8(ascii: "\n")] : Array(text.utf8)
        // One at a time, so that what is ready is still ready.
        Self.lock.withLock { _ in
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLOUT) != 0 else { return }
            _ = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        }
    }

    /// Returns when all of `text` has been passed to the system.
    func write(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                // Another process that shares the descriptor may have made it non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            } else if errno != EINTR {
                throw Failure(number: errno)
            }
        }
    }
}

/// `write(2)`, which is shadowed by the method `write`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
