/// What the drain loop works on, with the types of a graph out of sight: code that does not know them would look each up in
/// the run time's tables. Lives in the graph's isolation. Only the graph of a runtime has any work.
@usableFromInline
class DrainWork {
    init() {}

    /// Handles what is in the mailbox until nothing is, or somebody has to be waited for.
    func handleAll(_ loop: DrainLoop) -> DrainPause { .idle }

    /// Lets go of what nobody will handle any more.
    @usableFromInline
    func cancelAll() {}

    /// What the graph is made of; whoever keeps it keeps every node.
    var parts: AnyObject? { nil }

    /// Lets go of the parts: from now on every action is ignored.
    func dropParts() {}
}
