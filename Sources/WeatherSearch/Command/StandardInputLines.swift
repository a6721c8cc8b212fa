import Dispatch

/// The lines of standard input, without their ends.
///
/// *Behavior*: a line is read when it is asked for, on a queue of its own, since reading blocks the
/// thread. Bytes that are not UTF-8 are replaced by U+FFFD. A read that is under way does not end when the
/// task is cancelled: the next line, or the end of the input, ends it. One iteration at a time.
struct StandardInputLines: AsyncSequence, Sendable {
    private static let queue = DispatchQueue(label: "weather-search.standard-input")

    struct AsyncIterator: AsyncIteratorProtocol {
        mutating func next() async -> String? {
            guard !Task.isCancelled else { return nil }
            return await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: readLine()) }
            }
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator()
    }
}
