internal import AsyncKit

/// How many unhandled actions a runtime's mailbox holds, and what happens to the next one.
public enum MailboxPolicy: Sendable, Hashable {
    /// `deliver` waits for room; `send`, which cannot wait, rejects the action.
    case suspend(capacity: Int)
    /// The new action is rejected.
    case dropNewest(capacity: Int)
    /// The oldest action is dropped, but none that an effect has fed back; the outcome of its event is `.rejected(.dropped)`.
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

/// Which of the states that a graph emits are handed to those who watch it.
public enum StateSelection: Sendable, Hashable {
    /// One state a step: the last that the step has emitted.
    ///
    /// A step in which several parts emit, such as a child and its parent, shows what they have come to together. A step that
    /// waits, for a stream transformer or for a subscriber, also shows the last state before each wait.
    case steps
    /// Every emitted state, those in the middle of a step included.
    case everyState
}

/// How a runtime names its subscribers in a broadcast.
struct SubscriberTag: Sendable {
    let policy: SubscriptionPolicy
    let site: CallSite
}

extension DiagnosticLog {
    /// A capacity of at least 1; one below is reported.
    borrowing func validCapacity(_ capacity: Int, of buffer: String, at site: CallSite) -> Int {
        if capacity < 1 {
            report(.invalidCapacity, "A \(buffer) capacity of \(capacity) is below 1; 1 is used", at: site)
        }
        return max(1, capacity)
    }
}
