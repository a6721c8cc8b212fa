internal import UnoAsync

/// An end that one task awaits: of an event, or of a graph's tasks.
///
/// The task waits outside the graph's isolation. Waiting inside would cost a second switch for each event that is
/// awaited: the task would have to return to the isolation to leave it.
final class AwaitedEnd: Sendable {
    private enum Stage: Sendable {
        /// Not reached, and not awaited yet. Then `awaited` or `reached`.
        case ahead
        /// Not reached. Then `reached`.
        case awaited(UnsafeContinuation<Void, Never>)
        /// The end has come, or the waiting task was cancelled. Final.
        case reached
    }

    private let stage = Locked(Stage.ahead)

    /// Returns when the end is reached, or when the waiting task is cancelled. For one caller.
    ///
    /// - Parameter onCancel: called before this returns if the waiting task is cancelled.
    func wait(onCancel: @Sendable () -> Void = {}) async {
        await withCancellationHandlerInPlace {
            await withUnsafeContinuation { waiter in
                let isReached = stage.withLock { stage in
                    guard case .ahead = stage else { return true }
                    stage = .awaited(waiter)
                    return false
                }
                if isReached { waiter.resume() }
            }
        } onCancel: {
            onCancel()
            reach()
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
