/// An effect's work and its end, for the task that it runs in.
struct EffectPerformance: Sendable {
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
    func run(as task: GraphTasks.ID) async -> EffectPerformance? {
        await isolation.tasks.marking(task, effect: effect, work)
        return await isolation.visit { [effect] in await $0.effectReturned(effect, in: task) }
    }
}

extension GraphIsolation {
    /// `effect`, which has been launched, as `task` is to perform it; nil if there is none, or no task starts any more.
    func performance(of effect: EffectRun?, as task: GraphTasks.ID?) -> EffectPerformance? {
        guard let effect else { return nil }
        let task = tasks.isCancelled ? nil : task
        effect.begin(in: task)
        return task == nil ? nil : EffectPerformance(effect, in: self)
    }
}
