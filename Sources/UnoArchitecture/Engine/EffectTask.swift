/// The work of an effect. It runs outside the isolation.
typealias EffectWork = @Sendable (EffectAccess) async -> Void

/// How the work of an effect reaches the state.
enum EffectAccess: Sendable {
    /// The state of the scope that started the effect.
    case effect(GraphBound<EffectRun>, GraphIsolation)
    /// A part of it, through a ``StateAccess``.
    case part(any AnyObject & Sendable)
}

/// The part of an effect that runs in a task: its work, then its end in the graph's isolation.
///
/// A class: a task passes it on from function to function, and each of them would copy and store a larger value.
final class EffectTask: Sendable {
    private let effect: GraphBound<EffectRun>
    private let isolation: GraphIsolation
    private let context: CarriedContext?
    private let work: EffectWork

    init(_ run: EffectRun, in isolation: GraphIsolation) {
        self.effect = GraphBound(run, to: isolation.token)
        self.isolation = isolation
        self.context = run.context
        self.work = run.takeWork()
    }

    /// Runs the effect to its end in the current task, whose id is `task`.
    ///
    /// - Returns: the effect for the task to run next, if there is one.
    func run(as task: GraphTasks.ID) async -> EffectTask? {
        await isolation.tasks.marking(task, effect: effect) {
            guard let context else { return await work(.effect(effect, isolation)) }
            await context.run { await work(.effect(effect, isolation)) }
        }
        return await isolation.visit { [effect] in await $0.effectReturned(effect, in: task) }
    }
}

extension GraphIsolation {
    /// Assigns a launched effect to `task`. Returns nil if there is no effect, or if the graph has been cancelled and
    /// starts no tasks; the effect then ends.
    func effectTask(for effect: EffectRun?, as task: GraphTasks.ID?) -> EffectTask? {
        guard let effect else { return nil }
        let task = tasks.isCancelled ? nil : task
        effect.begin(in: task)
        return task == nil ? nil : EffectTask(effect, in: self)
    }
}

/// Chooses the task for a launched effect: a new one, except that the effect launched last reuses the task that is
/// about to end.
///
/// Creating a task costs more than most other work for an action, and the drain loop's task is about to end when the
/// mailbox is empty. Effects start in launch order: an effect that is set aside for the loop's task gets a new task as
/// soon as another effect is launched or the loop has to wait.
struct EffectLaunches {
    private var aside: EffectRun?
    private var isOpen = false

    /// - Returns: the effect to start in a new task, if there is one.
    mutating func launch(_ run: EffectRun) -> EffectRun? {
        guard isOpen else { return run }
        defer { aside = run }
        return aside
    }

    /// From now on, the effect launched last is set aside.
    mutating func open() { isOpen = true }

    /// From now on, every effect starts in a new task.
    ///
    /// - Returns: the effect that was set aside.
    mutating func close() -> EffectRun? {
        isOpen = false
        return aside.take()
    }
}
