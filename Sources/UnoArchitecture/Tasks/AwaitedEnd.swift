internal import AsyncKit

/// A one-shot signal for one waiting task: the end of an event, or of a graph's tasks.
///
/// The task waits outside the graph's isolation. A task that waited inside would have to return to the isolation only
/// to leave it: a second executor switch for each awaited event.
package final class AwaitedEnd: Sendable {
    private enum Stage: Sendable {
        /// Not reached, and not awaited yet. Then `awaited` or `reached`.
        case ahead
        /// Not reached. Then `reached`.
        case awaited(UnsafeContinuation<Void, Never>)
        /// Not reached, and calls this when it is. Then `reached`.
        case calling(@Sendable () -> Void)
        /// Reached, or the waiting task was cancelled. Final.
        case reached
    }

    private let stage: LockedField<Stage>

    package init() {
        stage = LockedField(.ahead)
    }

    /// An end that no task waits for: calls `body` when it is reached, on whatever thread.
    package init(calling body: @escaping @Sendable () -> Void) {
        stage = LockedField(.calling(body))
    }

    /// Returns when the end is reached, or when the waiting task is cancelled. Call it once.
    ///
    /// - Parameter onCancel: called before this returns if the waiting task is cancelled.
    package func wait(onCancel: @Sendable () -> Void = {}) async {
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

    package func reach() {
        let before = stage.withLock { stage in
            defer { stage = .reached }
            return stage
        }
        switch before {
        case .ahead, .reached: break
        case .awaited(let waiter): waiter.resume()
        case .calling(let body): body()
        }
    }
}
