import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lines of a descriptor whose reading blocks, such as standard input; see `LineBuffer`.
///
/// *Behavior*: input is read on demand, on a queue of its own. Cancelling the task does not end a read in progress: the
/// next input, or its end, ends it. Supports one iteration at a time.
struct StandardInputLines: AsyncSequence, Sendable {
    private static let queue = DispatchQueue(label: "weather-search.standard-input")

    var descriptor = STDIN_FILENO

    struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let descriptor: Int32
        private var buffer = LineBuffer()
        /// Lines that were read and not returned, the last one first.
        private var waiting: [InputLine] = []
        private var hasEnded = false

        fileprivate init(_ descriptor: Int32) {
            self.descriptor = descriptor
        }

        mutating func next() async -> InputLine? {
            while !Task.isCancelled {
                if let line = waiting.popLast() { return line }
                if hasEnded { return nil }
                let bytes = await StandardInputLines.read(descriptor)
                hasEnded = bytes.isEmpty
                waiting = hasEnded ? buffer.finish().map { [$0] } ?? [] : buffer.append(bytes).reversed()
            }
            return nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(descriptor) }

    /// The next bytes; none at the end of the input, or after an error.
    private static func read(_ descriptor: Int32) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: readBlocking(descriptor, atMost: 65_536)) }
        }
    }
}

/// Calls `read(2)` until it is not interrupted.
private func readBlocking(_ descriptor: Int32, atMost count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        var result = read(descriptor, buffer.baseAddress, count)
        while result < 0, errno == EINTR { result = read(descriptor, buffer.baseAddress, count) }
        initialized = max(0, result)
    }
}
