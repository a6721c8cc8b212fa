internal import Synchronization

/// How a finishing graph treats an effect.
package enum EffectKind: Sendable {
    /// The graph awaits it.
    case perform
    /// The graph cancels it.
    case observe
}

/// Decides, when an effect is about to start, whether it may.
package protocol StartCondition: AnyObject {
    /// Returns false if the effect must not start; its continuation is then dropped, too.
    func allowsStart() -> Bool
}

/// The work of an effect. It runs outside the isolation.
package typealias EffectWork = @Sendable (EffectAccess) async -> Void

/// How the work of an effect reaches the state.
package enum EffectAccess: Sendable {
    /// The state of the scope that started the effect.
    case effect(EffectHandle)
    /// A part of it, through a ``StateAccess``.
    case part(any AnyObject & Sendable)
}

/// Actions that are queued at once, within the step that requests them.
struct QueuedActions: Sendable {
    let count: Int
    /// Queues the actions for the effect; returns the number that could not be queued.
    let enqueue: @Sendable (GraphBound<EffectRun>, EventID?) -> Int
}

/// An effect, for code outside the isolation. A class, so that its many copies are one reference each.
package final class EffectHandle: Sendable {
    let effect: GraphBound<EffectRun>
    let eventID: EventID?
    let isolation: GraphIsolation
    private let returned = Atomic(false)

    init(_ run: EffectRun, in isolation: GraphIsolation) {
        self.effect = GraphBound(run, to: isolation.token)
        self.eventID = run.eventID
        self.isolation = isolation
    }

    /// Whether its work has returned. A task that inherits from the effect may go on.
    var hasReturned: Bool { returned.load(ordering: .acquiring) }

    fileprivate func noteReturn() { returned.store(true, ordering: .releasing) }

    func open(in isolation: isolated GraphIsolation) -> EffectRun { effect.open(in: isolation) }
}

/// The part of an effect that runs in a task: its work, then its end in the graph's isolation.
struct EffectTask: Sendable {
    private let handle: EffectHandle
    private let context: CarriedContext?
    private let work: EffectWork

    init(_ run: EffectRun, in isolation: GraphIsolation) {
        self.handle = EffectHandle(run, in: isolation)
        self.context = run.context
        self.work = run.takeWork()
    }

    /// Runs the effect to its end in the current task, whose id is `task`.
    ///
    /// - Returns: the effect for the task to run next, if there is one.
    func run(as task: GraphTasks.ID) async -> EffectTask? {
        let isolation = handle.isolation
        await isolation.tasks.marking(task, effect: handle) {
            guard let context else { return await work(.effect(handle)) }
            await context.run { await work(.effect(handle)) }
        }
        handle.noteReturn()
        isolation.token.visitors.announce()
        return await isolation.effectReturned(handle.effect, in: task)
    }
}

extension GraphIsolation {
    /// Assigns a launched effect to `task`. Returns nil if there is no effect or it has been cancelled meanwhile; if it is more
    /// urgent than `task`, so that it starts in a task of its own; or if the graph has been cancelled: then the effect ends.
    func effectTask(for effect: EffectRun?, as task: GraphTasks.ID?) -> EffectTask? {
        guard let effect, effect.isLaunched else { return nil }
        // The ending task may belong to a less urgent event.
        guard !effect.isAboveCurrentPriority else {
            effect.startTask()
            return nil
        }
        let task = tasks.isCancelled ? nil : task
        effect.begin(in: task)
        return task == nil ? nil : EffectTask(effect, in: self)
    }
}
