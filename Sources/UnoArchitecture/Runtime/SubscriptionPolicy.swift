internal import UnoAsync

/// How a subscriber's states wait for it.
public enum SubscriptionPolicy: Sendable, Hashable {
    /// The newest only: a slow subscriber skips states and never slows the runtime.
    case latest
    /// Every state; with this many waiting, the runtime waits.
    case bounded(Int)
    /// Every state as long as it keeps up; the oldest of more than this many is dropped.
    case droppingOldest(Int)
    /// Every state, whatever the memory.
    case unbounded

    func validated(_ log: borrowing DiagnosticLog, _ site: CallSite) -> SubscriberBuffer {
        func valid(_ capacity: Int) -> Int {
            if capacity < 1 {
                log.report(.invalidCapacity, "A subscription of \(capacity) states is below 1; 1 is used", at: site)
            }
            return max(1, capacity)
        }
        return switch self {
        case .latest: .newest
        case .bounded(let count): .suspending(capacity: valid(count))
        case .droppingOldest(let count): .droppingOldest(capacity: valid(count))
        case .unbounded: .unlimited
        }
    }
}
