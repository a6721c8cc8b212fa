/// An effect's work and its end, for the task that it runs in.
struct EffectTask: Sendable {
    private let effect: GraphBound<EffectRun>
    private let isolation: GraphIsolation
    private let work: @Sendable () async -> Void

    init(_ run: EffectRun, in isolation: GraphIsolation) {
        self.effect = GraphBound(run, to: isolation.token)
        self.isolation = isolation
        self.work = run.takeWork()
    }

    /// Runs the effect in the current task, which is `task`, to its end.
    ///
    /// - Returns: an effect that follows it, for the task to go on with.
    func run(as task: GraphTasks.ID) async -> EffectTask? {
        await isolation.tasks.marking(task, effect: effect, work)
        return await isolation.visit { [effect] in await $0.effectReturned(effect, in: task) }
    }
}

extension GraphIsolation {
    /// `effect`, which has been launched, as `task` is to perform it; nil if there is none, or no task starts any more.
    func effectTask(for effect: EffectRun?, as task: GraphTasks.ID?) -> EffectTask? {
        guard let effect else { return nil }
        let task = tasks.isCancelled ? nil : task
        effect.begin(in: task)
        return task == nil ? nil : EffectTask(effect, in: self)
    }
}

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
