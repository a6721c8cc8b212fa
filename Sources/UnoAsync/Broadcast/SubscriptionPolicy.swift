/// What a subscription keeps for a subscriber that is slower than the source.
@usableFromInline
package enum SubscriptionPolicy: Sendable, Hashable {
    /// Only the newest value: the subscriber misses values, and the source never waits.
    case latest
    /// Every value, up to this many (at least 1): when they are full the source waits.
    case bounded(Int)
    /// Up to this many values (at least 1), the oldest making way: the source never waits.
    case droppingOldest(Int)
    /// Every value, however many: the source never waits.
    case unbounded

    /// Whether the subscriber wants to be offered every value, so that the source must not skip any.
    @inlinable
    package var wantsEveryValue: Bool { self != .latest }

    /// How many values are kept.
    var capacity: Int {
        switch self {
        case .latest: 1
        case .bounded(let capacity), .droppingOldest(let capacity): capacity
        case .unbounded: .max
        }
    }
}
