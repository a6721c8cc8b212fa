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

/// An effect, for code outside the isolation. A class, so that its many copies are one reference each.
package final class EffectHandle: Sendable {
    let effect: GraphBound<EffectRun>
    let isolation: GraphIsolation

    init(_ run: EffectRun, in isolation: GraphIsolation) {
        self.effect = GraphBound(run, to: isolation.token)
        self.isolation = isolation
    }

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
        isolation.token.visitors.announce()
        return await isolation.effectReturned(handle.effect, in: task)
    }
}

extension GraphIsolation {
    /// Assigns a launched effect to `task`. Returns nil if there is no effect, if it has been cancelled meanwhile, or if the
    /// graph has been cancelled and starts no tasks; the effect then ends.
    func effectTask(for effect: EffectRun?, as task: GraphTasks.ID?) -> EffectTask? {
        guard let effect, effect.isLaunched else { return nil }
        let task = tasks.isCancelled ? nil : task
        effect.begin(in: task)
        return task == nil ? nil : EffectTask(effect, in: self)
    }
}

/// Keeps the launched effects until they start: those of a step when all of its parts have run, because a later part may cancel them. They
/// do not wait until the states of the step are handed on.
///
/// Chooses the task for each: a new one, except that the effect launched last reuses the task that is about to end.
///
/// Creating a task costs more than most other work for an action, and the drain loop's task is about to end when the
/// mailbox is empty. Effects start in launch order: an effect that is set aside for the loop's task gets a new task as
/// soon as another effect is launched or the loop has to wait.
struct EffectLaunches {
    private var aside: EffectRun?
    /// The effects of the running step: the first one, and the others in their order. Most steps launch one, for which
    /// nothing is allocated.
    private var firstDue: EffectRun?
    private var otherDue: [EffectRun] = []
    private var isOpen = false
    /// Changes with each emission of a handler that holds more than a state; wraps around.
    private(set) var emissions: UInt32 = 0
    private var lastNumber: EffectRun.Number = 0

    mutating func noteEmission() { emissions &+= 1 }

    /// Numbers an effect.
    mutating func nextNumber() -> EffectRun.Number {
        lastNumber += 1
        noteEmission()
        return lastNumber
    }

    /// Whether effects wait for the running step.
    var areDue: Bool { firstDue != nil }

    /// Adds an effect of the running step.
    mutating func `defer`(_ run: EffectRun) {
        if firstDue == nil { firstDue = run } else { otherDue.append(run) }
    }

    /// Forgets the effects that wait for the end of a step that may never come: the tear-down has ended them.
    mutating func dropDue() {
        firstDue = nil
        if !otherDue.isEmpty { otherDue = [] }
    }

    /// All parts of the step have run: takes its effects. Those that it has cancelled do not start.
    mutating func takeDue() -> (first: EffectRun?, others: [EffectRun]) {
        defer { dropDue() }
        return (firstDue, otherDue)
    }

    /// Returns the effect to start in a new task: `run`, or the one that was set aside before it.
    mutating func next(before run: EffectRun) -> EffectRun? {
        guard isOpen else { return run }
        let earlier = aside
        aside = run
        return earlier
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
