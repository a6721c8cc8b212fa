public import AsyncKit

/// The drain loop's own: what it has taken and not handled. Lives in the graph's isolation.
@usableFromInline
final class Inbox<Action: Sendable>: DrainWork {
    @exclusivity(unchecked) @usableFromInline var batch = Deque<Entry<Action>>()
    @exclusivity(unchecked) @usableFromInline var handledSinceRelease = 0
    /// How many actions the loop handles before it says so to waiting producers and subscribers: what has been handled
    /// and not said occupies the mailbox.
    @usableFromInline let stretch: Int

    init(capacity: Int) {
        stretch = max(1, min(64, capacity / 2))
        super.init()
    }

    /// Takes in an action that has not been in the mailbox, and so has no place there to give back.
    @inlinable
    func admit(_ entry: Entry<Action>) {
        batch.append(entry)
        handledSinceRelease -= 1
    }

    /// Lets go of what nobody will handle any more.
    @usableFromInline
    override func cancelAll() { batch.cancelAll() }

    /// What has been handled since the last call.
    @inlinable
    func takeHandled() -> Int {
        defer { handledSinceRelease = 0 }
        return handledSinceRelease
    }
}
