import AsyncKit

/// Work that a test controls and that ignores its cancellation.
package final class DeafWork: Sendable {
    /// An entry for each start.
    package let begun = Record<Void>()
    private let waiting = Locked<[UnsafeContinuation<Void, Never>]>([])

    package init() {}

    /// Waits to be released.
    package func run() async {
        await withUnsafeContinuation { continuation in
            waiting.withLock { $0.append(continuation) }
            begun.append()
        }
    }

    /// Releases all waiting callers of `run()`.
    package func release() {
        let released = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for continuation in released { continuation.resume() }
    }
}
