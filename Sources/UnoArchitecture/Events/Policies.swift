internal import UnoAsync

/// How many actions a runtime holds that it has not handled, and what happens to one more.
public enum MailboxPolicy: Sendable, Hashable {
    /// `deliver` waits for room; `send`, which cannot wait, is rejected.
    case suspend(capacity: Int)
    /// The new action is rejected.
    case dropNewest(capacity: Int)
    /// The oldest action makes way; its event's outcome is `.rejected(.dropped)`.
    case dropOldest(capacity: Int)
    /// Holds any number.
    case unbounded

    /// Waits, with room for 1,024.
    public static let `default` = MailboxPolicy.suspend(capacity: 1_024)

    func validated(_ log: borrowing DiagnosticLog, _ site: CallSite) -> UnoAsync.MailboxPolicy {
        func valid(_ capacity: Int) -> Int {
            if capacity < 1 {
                log.report(.invalidCapacity, "A mailbox capacity of \(capacity) is below 1; 1 is used", at: site)
            }
            return max(1, capacity)
        }
        return switch self {
        case .suspend(let capacity): .suspend(capacity: valid(capacity))
        case .dropNewest(let capacity): .dropNewest(capacity: valid(capacity))
        case .dropOldest(let capacity): .dropOldest(capacity: valid(capacity))
        case .unbounded: .unbounded
        }
    }
}

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

    func validated(_ log: borrowing DiagnosticLog, _ site: CallSite) -> UnoAsync.SubscriptionPolicy {
        func valid(_ capacity: Int) -> Int {
            if capacity < 1 {
                log.report(.invalidCapacity, "A subscription of \(capacity) states is below 1; 1 is used", at: site)
            }
            return max(1, capacity)
        }
        return switch self {
        case .latest: .latest
        case .bounded(let count): .bounded(valid(count))
        case .droppingOldest(let count): .droppingOldest(valid(count))
        case .unbounded: .unbounded
        }
    }
}
