import Synchronization

/// A place in the queue of an ``AsyncLock``, taken at once and claimed later by one task.
///
/// Every reservation must be claimed: when its turn comes, it holds the lock until `release()` is called.
package final class AsyncLockReservation: Sendable {
    private enum Stage: Sendable {
        /// In the queue and not claimed. Next: `claimed` or `resolved`.
        case waiting
        /// In the queue, with a task that waits for the result. Next: `resolved`.
        case claimed(UnsafeContinuation<AsyncLock.Acquisition, Never>)
        /// Final.
        case resolved(AsyncLock.Acquisition)
    }

    private let stage = LockedField(Stage.waiting)

    /// Returns `.acquired` when the turn has come, or `.closed`; not sensitive to cancellation.
    package func claim() async -> AsyncLock.Acquisition {
        await withUnsafeContinuation { task in
            let acquisition: AsyncLock.Acquisition? = stage.withLock { stage in
                switch stage {
                case .waiting:
                    stage = .claimed(task)
                    return nil
                case .resolved(let acquisition): return acquisition
                case .claimed: fatalError("claim: another task has claimed the reservation")
                }
            }
            if let acquisition { task.resume(returning: acquisition) }
        }
    }

    func resolve(_ acquisition: AsyncLock.Acquisition) {
        let task: UnsafeContinuation<AsyncLock.Acquisition, Never>? = stage.withLock { stage in
            defer { stage = .resolved(acquisition) }
            switch stage {
            case .claimed(let task): return task
            case .waiting: return nil
            case .resolved: fatalError("resolve(\(acquisition)): the reservation is \(stage)")
            }
        }
        task?.resume(returning: acquisition)
    }
}
