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

    func validated(_ log: borrowing DiagnosticLog, _ site: CallSite) -> MailboxLimit {
        func valid(_ capacity: Int) -> Int {
            if capacity < 1 {
                log.report(.invalidCapacity, "A mailbox capacity of \(capacity) is below 1; 1 is used", at: site)
            }
            return max(1, capacity)
        }
        return switch self {
        case .suspend(let capacity): MailboxLimit(capacity: valid(capacity), overflow: .suspend)
        case .dropNewest(let capacity): MailboxLimit(capacity: valid(capacity), overflow: .dropNewest)
        case .dropOldest(let capacity): MailboxLimit(capacity: valid(capacity), overflow: .dropOldest)
        case .unbounded: .unlimited
        }
    }
}
