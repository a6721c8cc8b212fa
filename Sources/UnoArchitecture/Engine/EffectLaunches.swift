/// Where launched effects begin: in tasks of their own, but for one that the task of the drain loop goes on with.
///
/// A task costs more than most of what else happens to an action, and the loop's is about to end when the mailbox is
/// empty. Effects begin in the order in which they were launched: one that is put aside for the loop's task starts in a
/// task of its own as soon as another one is launched, and so it does when the loop has to wait.
struct EffectLaunches {
    private var aside: EffectRun?
    private var isOpen = false

    /// - Returns: the effect to start in a task of its own.
    mutating func launch(_ run: EffectRun) -> EffectRun? {
        guard isOpen else { return run }
        defer { aside = run }
        return aside
    }

    /// From now on the last one launched is put aside.
    mutating func open() { isOpen = true }

    /// From now on every effect starts in a task of its own.
    ///
    /// - Returns: what is put aside.
    mutating func close() -> EffectRun? {
        isOpen = false
        return aside.take()
    }
}
