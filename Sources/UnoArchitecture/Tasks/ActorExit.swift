/// Leaves the actor and returns to it, so that tasks already queued for the actor run first.
enum ActorExit {
    static func leaveAndReturn() async { _ = await isCancelled() }

    /// Also lets the tasks run that are ready on the task's executor. Leaving the actor alone does not: if the thread can
    /// go on with this task, it does so at once.
    @concurrent
    static func yieldThread() async { await Task.yield() }

    /// Returns a value the caller uses; the optimiser removes a hop whose result is unused.
    @concurrent @inline(never)
    private static func isCancelled() async -> Bool { Task.isCancelled }
}
