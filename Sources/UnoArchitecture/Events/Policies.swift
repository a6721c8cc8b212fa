internal import AsyncKit

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
public enum SubscriptionPolicy: Sendable, Hashable, Codable {
    /// Only the newest state: a slow subscriber skips states and never slows the runtime.
    case latest
    /// Every state; the runtime waits while this many are buffered.
    case bounded(Int)
    /// As ``bounded(_:stalledFor:then:)``.
    case boundedUntilStalled(Int, limit: Duration, then: AfterStall)
    /// Every state while the subscriber keeps up; when more than this many are buffered, the oldest is dropped.
    case droppingOldest(Int)
    /// Every state; the buffer is unlimited.
    case unbounded

    /// What becomes of a subscriber that keeps the runtime waiting for too long.
    public enum AfterStall: Sendable, Hashable, Codable {
        /// It gets the states that are buffered; then its stream finishes.
        case disconnect
        /// From now on it gets only the newest state, as with ``SubscriptionPolicy/latest``.
        case latest
    }

    /// Every state; the runtime waits while this many are buffered, but no longer than the limit at a time.
    ///
    /// The limit is measured on the runtime's clock, from the moment at which the runtime begins to wait; each state that
    /// the subscriber takes begins a new wait. A subscriber that is given up is reported, with the place where it
    /// subscribed.
    public static func bounded(_ count: Int, stalledFor limit: Duration, then: AfterStall) -> SubscriptionPolicy {
        .boundedUntilStalled(count, limit: limit, then: then)
    }

    var patience: (limit: Duration, then: SubscriberNote.AfterStall)? {
        guard case .boundedUntilStalled(_, let limit, let then) = self else { return nil }
        return switch then {
        case .disconnect: (limit, .disconnect)
        case .latest: (limit, .latest)
        }
    }

    func validated(_ log: borrowing DiagnosticLog, _ site: CallSite) -> SubscriberBuffer {
        func valid(_ capacity: Int) -> Int { log.validCapacity(capacity, of: "subscription", at: site) }
        return switch self {
        case .latest: .newest
        case .bounded(let count), .boundedUntilStalled(let count, _, _): .suspending(capacity: valid(count))
        case .droppingOldest(let count): .droppingOldest(capacity: valid(count))
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
    fileprivate borrowing func validCapacity(_ capacity: Int, of buffer: String, at site: CallSite) -> Int {
        if capacity < 1 {
            report(.invalidCapacity, "A \(buffer) capacity of \(capacity) is below 1; 1 is used", at: site)
        }
        return max(1, capacity)
    }
}
