public import AsyncKit

/// The drain loop's own: what it has taken and not handled. Lives in the graph's isolation.
@usableFromInline
final class Inbox<Action: Sendable> {
    @exclusivity(unchecked) @usableFromInline var batch = Deque<Entry<Action>>()
    @exclusivity(unchecked) @usableFromInline var handledSinceRelease = 0
    /// How many actions the loop handles before it says so to waiting producers and subscribers: what has been handled
    /// and not said occupies the mailbox.
    @usableFromInline let stretch: Int
    private var stretches = 0

    init(capacity: Int) {
        stretch = max(1, min(64, capacity / 2))
    }

    /// Leaves the isolation to others every now and then: who asks for the state must not wait for a flood to end.
    ///
    /// Every 16th stretch, which is about 1,000 actions: two switches, 2 ns an action.
    func letOthersIn() async {
        stretches += 1
        if stretches.isMultiple(of: 16) { await Elsewhere.visit() }
    }
}

/// Outside every isolation, where going there and back takes a place in the line.
private enum Elsewhere {
    @concurrent @inline(never)
    static func visit() async {}
}

/// Why the drain loop stops handling its batch.
@usableFromInline
enum Pause: Sendable {
    /// The batch is empty.
    case exhausted
    /// The step of this event has to settle, or to hand its states on, before it is over.
    case open(Ticket?, isFollowUp: Bool)
    /// It is time to publish and to make room, or somebody waits for a turn.
    case due
}
