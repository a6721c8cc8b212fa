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

/// Lets another party withdraw one request for an ``AsyncLock``, before the request waits or while it does.
///
/// The stage is read and written under the lock of that `AsyncLock`, which orders the accesses; it is atomic only so that
/// the object is `Sendable`.
package final class AsyncLockWithdrawal: Sendable {
    enum Stage {
        /// Not passed to a request yet. Next: any other.
        case unused
        /// The request joined the queue under this identity and may have been served since. Next: `withdrawn`.
        case waiting(WaiterQueue<AsyncLockStorage.Waiter>.ID)
        /// The request is withdrawn, or will be when it is made. Final.
        case withdrawn
        /// The request was over without waiting. Final.
        case finished
    }

    private let encoded = Atomic<UInt64>(0)

    package init() {}

    /// The queue's identities count upwards from 1, which leaves 0 and the largest two values for the other stages.
    var stage: Stage {
        get {
            switch encoded.load(ordering: .relaxed) {
            case 0: .unused
            case .max: .withdrawn
            case .max - 1: .finished
            case let id: .waiting(id)
            }
        }
        set {
            let value: UInt64 =
                switch newValue {
                case .unused: 0
                case .withdrawn: .max
                case .finished: .max - 1
                case .waiting(let id): id
                }
            encoded.store(value, ordering: .relaxed)
        }
    }
}
