/// What a mailbox does with an element that it has no room for.
///
/// A capacity counts the elements that are queued and those that the consumer took and has not released; it is
/// at least 1, which callers validate before they make a mailbox.
@usableFromInline
package enum MailboxPolicy: Sendable, Hashable {
    /// The producer waits for room; an offer, which cannot wait, is refused.
    case suspend(capacity: Int)
    /// The new element is refused and counted.
    case dropNewest(capacity: Int)
    /// The element that was queued first makes way for the new one and is counted.
    ///
    /// What the consumer has taken cannot be dropped any more: when that alone fills the capacity, the newest
    /// element still gets one place, so that the latest news is never the one to be lost.
    case dropOldest(capacity: Int)
    /// There is always room.
    case unbounded

    /// How many elements have room.
    @inlinable
    package var capacity: Int {
        switch self {
        case .suspend(let capacity), .dropNewest(let capacity), .dropOldest(let capacity): capacity
        case .unbounded: .max
        }
    }
}
