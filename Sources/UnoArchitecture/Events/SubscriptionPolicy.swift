internal import AsyncKit

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
        let patience = max(.zero, limit).asWindow
        return switch then {
        case .disconnect: (patience, .disconnect)
        case .latest: (patience, .latest)
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
