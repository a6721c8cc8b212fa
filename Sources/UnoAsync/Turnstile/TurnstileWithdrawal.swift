import Synchronization

/// By which another party can withdraw one entry to a ``Turnstile``, before the entry waits or while it does.
///
/// Its stage is read and written only under that turnstile's lock, which orders the accesses; it is atomic to
/// be shareable.
package final class TurnstileWithdrawal: Sendable {
    enum Stage {
        /// Not passed to an entry yet. Next: any other.
        case unused
        /// The entry joined the line with this identity, and may have had its answer since. Next: `withdrawn`.
        case waiting(WaiterQueue<TurnstileStorage.Waiter>.ID)
        /// The entry is withdrawn or will be, when it comes. Final.
        case withdrawn
        /// The entry was answered without waiting. Final.
        case answered
    }

    private let encoded = Atomic<UInt64>(0)

    package init() {}

    /// The line gives out identities from 1 upwards, which leaves 0 and the largest two for the other stages.
    var stage: Stage {
        get {
            switch encoded.load(ordering: .relaxed) {
            case 0: .unused
            case .max: .withdrawn
            case .max - 1: .answered
            case let id: .waiting(id)
            }
        }
        set {
            let value: UInt64 =
                switch newValue {
                case .unused: 0
                case .withdrawn: .max
                case .answered: .max - 1
                case .waiting(let id): id
                }
            encoded.store(value, ordering: .relaxed)
        }
    }
}
