import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A stream socket that suspends the task where it would block the thread. Closed when it is released.
///
/// One task reads or accepts at a time, and one writes.
final class Socket: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let operation: String
        let number: Int32
        var description: String { "\(operation): \(String(cString: strerror(number)))" }

        init(_ operation: String) {
            self.operation = operation
            number = errno
        }
    }

    private enum Reading {
        /// Then `waiting` or `stopped`.
        case open
        /// A task waits for input. Then `open` or `stopped`.
        case waiting(Readiness)
        /// `stopReading()` was called: reading ends when there is nothing to read. Final.
        case stopped
    }

    let descriptor: Int32
    private let reading = Mutex(Reading.open)
    private let unwritten = Mutex<ArraySlice<UInt8>>([])

    /// Takes the descriptor over.
    init(_ descriptor: Int32) throws(Failure) {
        self.descriptor = descriptor
        // A client that has gone is an error of `write`, not a signal.
        signal(SIGPIPE, SIG_IGN)
        guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else { throw Failure("fcntl") }
    }

    deinit { close(descriptor) }

    /// The next bytes; nil at the end of the input, after an error, when the task is cancelled, and after `stopReading()`
    /// as soon as there is nothing to read.
    func read() async -> [UInt8]? {
        while !Task.isCancelled {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, initialized in
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                initialized = max(0, count)
            }
            let number = errno
            if count > 0 { return bytes }
            guard count < 0 else { return nil }
            switch number {
            case EAGAIN, EWOULDBLOCK:
                guard await waitForInput() else { return nil }
            case EINTR: break
            default: return nil
            }
        }
        return nil
    }

    /// The next connection; nil if accepting has failed or was stopped.
    func accept() async throws(Failure) -> Socket? {
        while !Task.isCancelled {
            let accepted = systemAccept(descriptor)
            if accepted >= 0 { return try Socket(accepted) }
            switch errno {
            case EAGAIN, EWOULDBLOCK:
                guard await waitForInput() else { return nil }
            case EINTR, ECONNABORTED: break
            default: throw Failure("accept")
            }
        }
        return nil
    }

    /// Returns when there is input; false if reading was stopped.
    private func waitForInput() async -> Bool {
        let readiness = reading.withLock { reading -> Readiness? in
            if case .stopped = reading { return nil }
            let readiness = Readiness(.readable, of: descriptor)
            reading = .waiting(readiness)
            return readiness
        }
        guard let readiness else { return false }
        await readiness.wait()
        reading.withLock { reading in
            if case .waiting = reading { reading = .open }
        }
        return true
    }

    /// Lets reading and accepting end when there is nothing more to take.
    func stopReading() {
        let waiting = reading.withLock { reading -> Readiness? in
            defer { reading = .stopped }
            if case .waiting(let readiness) = reading { return readiness }
            return nil
        }
        waiting?.cancel()
    }

    /// Begins to write `text`; true if all of it could be written without waiting, else `write()` has to follow.
    func writeNow(_ text: String) throws -> Bool { try writeNow(Array(text.utf8)) }

    /// As `writeNow(_:)` of a text.
    func writeNow(_ bytes: [UInt8]) throws -> Bool {
        unwritten.withLock { $0 = bytes[...] }
        return try writeRest()
    }

    /// Writes the rest, waiting whenever the other side does not read.
    func write() async throws {
        while try !writeRest() {
            await Readiness(.writable, of: descriptor).wait()
            try Task.checkCancellation()
        }
    }

    /// Writes what the system takes; true if that is everything.
    private func writeRest() throws -> Bool {
        try unwritten.withLock { rest in
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { systemSend(descriptor, $0) }
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN || errno == EWOULDBLOCK {
                    return false
                } else if errno != EINTR {
                    throw Failure("send")
                }
            }
            return true
        }
    }
}

/// `accept(2)`, which is shadowed by the method.
private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, 0)
}
