import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The keystrokes that arrive on a file descriptor.
enum Keystrokes {
    /// How long after an ESC the rest of a sequence may take to arrive, for instance over a slow connection.
    private static let escapeDelayInMilliseconds: Int32 = 40

    /// Starts a thread that reads `descriptor` and sleeps while there is nothing to read.
    ///
    /// *Behavior*: keys arrive in the order of their bytes and are buffered, without a limit, until they are
    /// consumed. The stream ends at the end of the input, at a read error, and when the consuming task is
    /// cancelled or the stream is released; the thread then ends too, and `descriptor` stays open. The stream
    /// supports one consumer.
    static func stream(from descriptor: Int32) -> AsyncStream<Key> {
        AsyncStream { continuation in
            guard let wake = WakePipe() else { return continuation.finish() }
            continuation.onTermination = { _ in wake.signal() }
            Thread.detachNewThread {
                read(descriptor, wakingOn: wake, into: continuation)
                continuation.finish()
                wake.awaitSignalAndClose()
            }
        }
    }

    private static func read(_ input: Int32, wakingOn wake: WakePipe, into keys: AsyncStream<Key>.Continuation) {
        var decoder = KeyDecoder()
        var bytes = [UInt8](repeating: 0, count: 1024)
        while true {
            var ready = [
                pollfd(fd: input, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            let readyCount = poll(&ready, 2, decoder.awaitsFlush ? escapeDelayInMilliseconds : -1)
            if readyCount < 0, errno == EINTR { continue }
            guard readyCount >= 0, ready[1].revents == 0 else { return }
            guard readyCount > 0 else {
                for key in decoder.flush() { keys.yield(key) }
                continue
            }
            let count = systemRead(input, &bytes)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            for byte in bytes.prefix(max(0, count)) {
                for key in decoder.decode(byte) { keys.yield(key) }
            }
            guard count > 0 else {
                for key in decoder.flush() { keys.yield(key) }
                return
            }
        }
    }
}

/// `read(2)`, which is shadowed by the method `read`.
private func systemRead(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Int {
    read(descriptor, &bytes, bytes.count)
}
