/// What the drain loop works on, with the types of a runtime out of sight: code that does not know them would look each up
/// in the run time's tables. Lives in the graph's isolation.
@usableFromInline
class DrainWork {
    /// Handles what is in the mailbox until nothing is, or somebody has to be waited for.
    ///
    /// Made where the types are known; see ``Node``.
    final var handleAll: (DrainLoop) -> DrainPause = { _ in .idle }

    init() {}

    /// Lets go of what nobody will handle any more.
    @usableFromInline
    func cancelAll() {}
}
