internal import UnoAsync

/// How many unhandled actions a runtime's mailbox holds, and what happens to the next one.
public enum MailboxPolicy: Sendable, Hashable {
    /// `deliver` waits for room; `send`, which cannot wait, rejects the action.
    case suspend(capacity: Int)
    /// The new action is rejected.
    case dropNewest(capacity: Int)
    /// The oldest action is dropped; the outcome of its event is `.rejected(.dropped)`.
    case dropOldest(capacity: Int)
    /// The capacity is unlimited.
    case unbounded

    /// Suspends, with a capacity of 1,024.
    public static let `default` = MailboxPolicy.suspend(capacity: 1_024)

    func validated(_ log: borrowing DiagnosticLog, _ site: CallSite) -> MailboxLimit {
        func valid(_ capacity: Int) -> Int { log.validCapacity(capacity, of: "mailbox", at: site) }
        return switch self {
        case .suspend(let capacity): MailboxLimit(capacity: valid(capacity), overflow: .suspend)
        case .dropNewest(let capacity): MailboxLimit(capacity: valid(capacity), overflow: .dropNewest)
        case .dropOldest(let capacity): MailboxLimit(capacity: valid(capacity), overflow: .dropOldest)
        case .unbounded: .unlimited
        }
    }
}

/// How states are buffered for a subscriber.
public enum SubscriptionPolicy: Sendable, Hashable {
    /// Only the newest state: a slow subscriber skips states and never slows the runtime.
    case latest
    /// Every state; the runtime waits while this many are buffered.
    case bounded(Int)
    /// Every state while the subscriber keeps up; when more than this many are buffered, the oldest is dropped.
    case droppingOldest(Int)
    /// Every state; the buffer is unlimited.
    case unbounded

    func validated(_ log: borrowing DiagnosticLog, _ site: CallSite) -> SubscriberBuffer {
        func valid(_ capacity: Int) -> Int { log.validCapacity(capacity, of: "subscription", at: site) }
        return switch self {
        case .latest: .newest
        case .bounded(let count): .suspending(capacity: valid(count))
        case .droppingOldest(let count): .droppingOldest(capacity: valid(count))
        case .unbounded: .unlimited
        }
    }
}

extension DiagnosticLog {
    /// A capacity of at least 1; one below is reported.
    fileprivate borrowing func validCapacity(_ capacity: Int, of buffer: String, at site: CallSite) -> Int {
        if capacity < 1 {
            report(.invalidCapacity, "A \(buffer) capacity of \(capacity) is below 1; 1 is used", at: site)
        }
        return max(1, capacity)
    }
}
