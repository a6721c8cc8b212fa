internal import AsyncKit

/// Effects that wait for a turn for what follows them, in the order in which they have ended, whichever of the tasks that take
/// these turns comes first.
///
/// Each effect has a task of its own, with its priority, that serves it and those before it. So none waits for a task of a lower
/// priority than its own.
///
/// A graph that is torn down ends its effects itself, and so does a replay, which runs no tasks.
///
/// Complexity: amortised O(1).
struct EndingLine {
    private var waiting = Deque<EffectRun>()
    private var servedCount = 0

    /// The place of the next effect that joins the line.
    var nextPlace: Int { servedCount + waiting.count }

    /// Call it when the task has been started, in the same visit.
    mutating func join(_ run: EffectRun) {
        while let first = waiting.first, first.isOver { _ = next(upTo: servedCount) }
        waiting.append(run)
    }

    /// The effect that has waited the longest, if its place is not behind `place`; nil if there is none.
    mutating func next(upTo place: Int) -> EffectRun? {
        guard servedCount <= place, let run = waiting.popFirst() else { return nil }
        servedCount += 1
        return run
    }
}
