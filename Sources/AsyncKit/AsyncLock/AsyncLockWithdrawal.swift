import Synchronization

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
