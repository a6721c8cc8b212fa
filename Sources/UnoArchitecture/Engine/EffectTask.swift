internal import Synchronization

/// How a finishing graph treats an effect.
package enum EffectKind: Sendable {
    /// The graph awaits it.
    case perform
    /// The graph cancels it.
    case observe
}

/// The id that a handler gave an effect.
///
/// Why it is `Sendable`: an `AnyHashable` is a constant copy of the value that it was made of, which is `Sendable`.
final class EffectName: @unchecked Sendable {
    let id: AnyHashable

    init(_ id: any Hashable & Sendable) {
        self.id = AnyHashable(id)
    }
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

    /// Called when the work of an effect has returned, as a visit that the caller has announced.
    ///
    /// - Parameter task: the task that ran the effect, if it may run another effect.
    /// - Returns: the effect for `task` to run next, if there is one.
    func effectReturned(_ bound: GraphBound<EffectRun>, in task: GraphTasks.ID) async -> EffectTask? {
        token.visitors.arrived()
        let run = bound.open(in: self)
        guard run.workReturned() else { return nil }
        guard run.isFollowed else {
            engine.afterStep { run.endIfReturned() }
            return nil
        }
        return run.beginEnding() ? await endInTurn(bound, in: task) : nil
    }

    /// Takes a turn for what follows each effect in line up to `place`, unless another task has served it.
    func endInTurns(upTo place: Int) async {
        while let run = engine.inFlight.endings.next(upTo: place) { _ = await endInTurn(GraphBound(run, to: token)) }
    }

    /// Takes a turn for the continuation, then ends the effect, so that the next waiting effect with its id starts.
    func endInTurn(
        _ bound: GraphBound<EffectRun>,
        in task: GraphTasks.ID? = nil
    ) async -> EffectTask? {
        let run = bound.open(in: self)
        var next: EffectRun?
        if let turn = await turnIgnoringCancellation() {
            // The event or the scope may have been cancelled while this waited for the turn.
            if run.isFollowed {
                // Do not reuse a cancelled task: the next effect would start out cancelled.
                if task != nil, !Task.isCancelled { engine.launches.open() }
                let end = turn.step {
                    engine.step(.effect, of: run.eventID, by: run, carrying: run.context) { run.follow() }
                }
                next = engine.launches.close()
                if end == .open {
                    next.take()?.startTask()
                    await turn.settle()
                }
            }
            turn.end()
        }
        run.finish()
        return effectTask(for: next, as: task)
    }
}
