/// Keeps the launched effects until they start: those of a step when all of its parts have run, because a later part may cancel them. They
/// do not wait until the states of the step are handed on.
///
/// Chooses the task for each: a new one, except that the effect launched last reuses the task that is about to end.
///
/// Creating a task costs more than most other work for an action, and the mailbox loop's task is about to end when the
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

    /// All parts of the step have run: takes its effects. Those that it has cancelled do not start.
    mutating func takeDue() -> (first: EffectRun?, others: [EffectRun]) {
        defer { (firstDue, otherDue) = (nil, []) }
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
