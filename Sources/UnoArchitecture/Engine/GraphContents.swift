/// The contents of a graph as its engine sees them, type-erased.
@usableFromInline
class GraphContents {
    init() {}

    /// The root of the graph's parts; a reference to it keeps every node alive.
    var parts: AnyObject? { nil }

    /// Ends the graph as if a parent had presented it; nil outside a harness.
    var dismissal: AnyScope.Dismissal? { nil }

    /// Tells the listener the state at the end of a step.
    func tell(_ listener: any GraphListener, ended step: GraphStep) {}

    /// Releases the parts; from now on every action is ignored.
    func dropParts() {}

    /// Drops the actions that the host has accepted but not handled, and cancels their events.
    @usableFromInline
    func cancelAll() {}

    /// Handles the actions of the host's mailbox until that is empty or the loop has to wait. The caller has the turn.
    func handleAll() -> StepEnd { .done }

    /// Whether the loop has to leave its thread to other tasks; then `renewBudget()` follows.
    var isBudgetSpent: Bool { false }

    /// Begins a new budget: the loop has just started, or left its thread to other tasks.
    func renewBudget() {}

    /// Frees the places of the actions that have been handled: tasks are about to learn that, and may send at once.
    func freePlaces() {}

    /// An effect has ended since the host paused because there were too many; it takes actions again.
    func resumeIntake() {}
}
