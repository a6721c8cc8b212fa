#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A stream socket that suspends the task where it would block the thread. Closed by `close()`, or when it is released.
///
/// One task reads or accepts at a time, and one writes. `stopReading(forGood:)` and `abort()` may be called from any task.
package final class Socket: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let operation: String
        package let number: Int32
        package var description: String { "\(operation): \(String(cString: strerror(number)))" }

        package init(_ operation: String, number: Int32 = errno) {
            self.operation = operation
            self.number = number
        }
    }

    private enum Reading {
        /// Then any other.
        case open
        /// A task waits for input. Then `open`, `stopped` or `ended`.
        case waiting(Readiness)
        /// `stopReading(forGood:)` was called: reading ends when there is nothing to read. Then `ended` or, unless it is for good,
        /// `open` to discard input.
        case stopped(forGood: Bool)
        /// The other side has finished. Final.
        case ended
    }

    private enum Writing {
        /// Then `waiting` or `aborted`.
        case open
        /// A task waits until the other side reads. Then `open` or `aborted`.
        case waiting(Readiness)
        /// `abort()` was called. Final.
        case aborted
    }

    private struct State {
        var reading = Reading.open
        var writing = Writing.open
        var unwritten: ArraySlice<UInt8> = []
        var isClosed = false
    }

    /// Not to be used after `close()`.
    package let descriptor: Int32
    private let state = Guarded(State())

    /// Takes the descriptor over.
    package init(_ descriptor: Int32) throws(Failure) {
        self.descriptor = descriptor
        // A client that has gone is an error of `write`, not a signal.
        signal(SIGPIPE, SIG_IGN)
        // A process that this one starts gets no copy.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw Failure("fcntl") }
        guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else { throw Failure("fcntl") }
    }

    deinit { close() }

    /// Closes the descriptor now. To be called when no other call is under way, or will be.
    package func close() {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        if !wasClosed { systemClose(descriptor) }
    }

    // MARK: Reading

    /// Whether the other side has finished writing, and everything that it has written was read.
    package var hasEnded: Bool { state.withLock { if case .ended = $0.reading { true } else { false } } }

    /// The next bytes; nil at the end of the input, after an error, when the task is cancelled, and after `stopReading(forGood:)`
    /// as soon as there is nothing to read.
    package func read() async -> [UInt8]? {
        while !Task.isCancelled {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, initialized in
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                initialized = max(0, count)
            }
            let number = errno
            if count > 0 { return bytes }
            if count == 0 {
                state.withLock { $0.reading = .ended }
                return nil
            }
            switch number {
            case EAGAIN:
                guard await waitForInput() else { return nil }
            case EINTR: break
            default: return nil
            }
        }
        return nil
    }

    /// Returns when there is input; false if reading was stopped.
    func waitForInput() async -> Bool {
        let readiness = state.withLock { state -> Readiness? in
            guard case .open = state.reading else { return nil }
            let readiness = Readiness(.readable, of: descriptor)
            state.reading = .waiting(readiness)
            return readiness
        }
        guard let readiness else { return false }
        await readiness.wait()
        state.withLock { state in
            if case .waiting = state.reading { state.reading = .open }
        }
        return true
    }

    /// Lets reading and accepting end when there is nothing more to take; `leave(discardingAtMost:)` goes on reading all the same,
    /// unless it is `forGood`.
    package func stopReading(forGood: Bool = false) {
        let waiting = state.withLock { state -> Readiness? in
            switch state.reading {
            case .ended, .stopped(forGood: true): return nil
            case .open, .stopped:
                state.reading = .stopped(forGood: forGood)
                return nil
            case .waiting(let readiness):
                state.reading = .stopped(forGood: forGood)
                return readiness
            }
        }
        waiting?.cancel()
    }

    // MARK: Writing

    /// Begins to write `text`; true if all of it could be written without waiting, else `write()` has to follow.
    package func writeNow(_ text: String) throws -> Bool { try writeNow(Array(text.utf8)) }

    /// As `writeNow(_:)` of a text.
    package func writeNow(_ bytes: [UInt8]) throws -> Bool {
        state.withLock { $0.unwritten = bytes[...] }
        return try writeRest() == nil
    }

    /// Writes the rest, waiting whenever the other side does not read.
    ///
    /// Cancelling the task does not end it, so that the other side does not get a half: `abort()` does.
    ///
    /// - Parameter hasProgressed: called when the other side has taken a part.
    package func write(_ hasProgressed: () -> Void = {}) async throws {
        while let count = try writeRest() {
            if count > 0 { hasProgressed() }
            let readiness = state.withLock { state -> Readiness? in
                if case .aborted = state.writing { return nil }
                let readiness = Readiness(.writable, of: descriptor)
                state.writing = .waiting(readiness)
                return readiness
            }
            guard let readiness else { throw Failure("send", number: ECANCELED) }
            await readiness.waitEvenIfCancelled()
            state.withLock { state in
                if case .waiting = state.writing { state.writing = .open }
            }
        }
    }

    /// Writes what the system takes; returns the number of bytes, or nil if nothing is left to write.
    private func writeRest() throws -> Int? {
        try state.withLock { state in
            let rest = state.unwritten.count
            while !state.unwritten.isEmpty {
                let count = state.unwritten.withUnsafeBytes { systemSend(descriptor, $0) }
                if count >= 0 {
                    state.unwritten = state.unwritten.dropFirst(count)
                } else if errno == EAGAIN {
                    return rest - state.unwritten.count
                } else if errno != EINTR {
                    throw Failure("send")
                }
            }
            return nil
        }
    }

    // MARK: The end

    /// Tells the other side that nothing more comes, and drops what it still sends: closing a socket with unread input
    /// resets the connection, and the other side might lose what was written last.
    ///
    /// Returns when the other side has finished too, has sent `limit` bytes, when the task is cancelled, or after `abort()`.
    package func leave(discardingAtMost limit: Int) async {
        shutdown(descriptor, Int32(SHUT_WR))
        state.withLock { state in
            if case .stopped(forGood: false) = state.reading { state.reading = .open }
        }
        var left = limit
        while left > 0, let bytes = await read() { left -= bytes.count }
    }

    /// Ends all waits. What could not be written is lost.
    package func abort() {
        let writing = state.withLock { state -> Readiness? in
            defer { state.writing = .aborted }
            if case .waiting(let readiness) = state.writing { return readiness }
            return nil
        }
        writing?.cancel()
        stopReading(forGood: true)
    }
}

/// `close(2)`, which is shadowed by the method.
private func systemClose(_ descriptor: Int32) { close(descriptor) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, 0)
}
