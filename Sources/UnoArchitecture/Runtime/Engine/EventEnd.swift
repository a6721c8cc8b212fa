internal import AsyncKit

/// The end of an event, for one who awaits it outside the graph's isolation.
///
/// Whoever waited inside would have to go back there to leave it: a second switch for each event that is awaited.
final class EventEnd: Sendable {
    private enum Stage: Sendable {
        /// Not reached, and not awaited yet. Then `awaited` or `reached`.
        case ahead
        /// Not reached. Then `reached`.
        case awaited(UnsafeContinuation<Void, Never>)
        /// Final.
        case reached
    }

    private let stage = Locked(Stage.ahead)

    /// Returns when the end is reached. For one caller.
    func wait() async {
        await withUnsafeContinuation { waiter in
            let isReached = stage.withLock { stage in
                guard case .ahead = stage else { return true }
                stage = .awaited(waiter)
                return false
            }
            if isReached { waiter.resume() }
        }
    }

    func reach() {
        let waiter: UnsafeContinuation<Void, Never>? = stage.withLock { stage in
            defer { stage = .reached }
            guard case .awaited(let waiter) = stage else { return nil }
            return waiter
        }
        waiter?.resume()
    }
}
