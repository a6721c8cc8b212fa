/// The contents of a graph as its engine sees them, type-erased.
@usableFromInline
class GraphContents {
    init() {}

    /// The root of the graph's parts; a reference to it keeps every node alive.
    var parts: AnyObject? { nil }

    /// Ends the graph as if a parent had presented it; nil outside a harness.
    var dismissal: AnyScope.Dismissal? { nil }

    /// Releases the parts; from now on every action is ignored.
    func dropParts() {}

    /// Drops the actions that the host has accepted but not handled, and cancels their events.
    @usableFromInline
    func cancelAll() {}

    /// Frees the places of the actions that have been handled: tasks are about to learn that, and may send at once.
    func freePlaces() {}

    /// An effect has ended since the host paused because there were too many; it takes actions again.
    func resumeIntake() {}
}
