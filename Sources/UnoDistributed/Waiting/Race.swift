internal import AsyncKit

/// The first of several results: the result of a call, or the reason not to wait for it any longer.
final class Race<Result: Sendable>: Sendable {
    private enum Stage: Sendable {
        /// Then `awaited` or `decided`.
        case running
        /// Then `decided`.
        case awaited(UnsafeContinuation<Result, Never>)
        /// Final; the result is nil once it has been handed to the continuation.
        case decided(Result?)
    }

    private let stage = Locked(Stage.running)

    /// Decides the race, unless it has been decided.
    func decide(_ result: Result) {
        let waiter: UnsafeContinuation<Result, Never>? = stage.withLock { stage in
            switch stage {
            case .running:
                stage = .decided(result)
                return nil
            case .awaited(let waiter):
                stage = .decided(nil)
                return waiter
            case .decided: return nil
            }
        }
        waiter?.resume(returning: result)
    }

    /// The result; if the waiting task is cancelled first, `whenCancelled`. Call it once.
    func result(whenCancelled: Result) async -> Result {
        await withCancellationHandlerInPlace {
            await withUnsafeContinuation { waiter in
                let result: Result? = stage.withLock { stage in
                    if case .decided(let result) = stage { return result }
                    stage = .awaited(waiter)
                    return nil
                }
                if let result { waiter.resume(returning: result) }
            }
        } onCancel: {
            decide(whenCancelled)
        }
    }
}
