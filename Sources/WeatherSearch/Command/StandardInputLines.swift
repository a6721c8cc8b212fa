import Dispatch

/// The lines of standard input, without their ends.
///
/// *Behavior*: a line is read on demand, on a queue of its own, since reading blocks the thread. Invalid UTF-8
/// is replaced by U+FFFD. Cancelling the task does not end a read in progress: the next line, or the end of the
/// input, ends it. Supports one iteration at a time.
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
