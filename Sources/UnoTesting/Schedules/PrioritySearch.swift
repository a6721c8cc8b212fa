/// A random schedule in which the tasks have priorities, and the first that is ready runs until it waits.
///
/// Every task, and the clock, gets a random priority when it is first seen; at `depth - 1` random decisions the one
/// that would go first falls behind all that have not fallen yet. A fault that needs `depth` constraints on the order
/// of `n` tasks and `k` decisions is found with a probability of at least 1 / (n k^(depth - 1)), whatever else happens
/// (Burckhardt, Kothari, Musuvathi and Nagarakatte: A randomized scheduler with probabilistic guarantees of finding
/// bugs, 2010).
struct PrioritySearch {
    /// The priority of the clock, then of each task; the greatest runs first. 0 for a task that has not been seen.
    private var priorities: [UInt64] = [0]
    private var changes: [Int]
    private var number = 0
    /// The decision after which priorities are ignored: a task in an endless loop would keep all others waiting.
    private let end: Int
    private var generator: SplitMix

    /// - Parameters:
    ///   - depth: one more than the number of times at which priorities change.
    ///   - length: about how many decisions a schedule takes.
    init(depth: Int, length: Int, generator: SplitMix) {
        self.generator = generator
        end = 2 * length + 8
        changes = []
        for _ in 1..<max(1, depth) { changes.append(Int.random(in: 0..<max(1, length), using: &self.generator)) }
    }

    /// Takes an option of the decision.
    ///
    /// - Parameter ready: the jobs that are ready, the oldest first.
    mutating func decide(_ decision: inout Decision, ready: [ReadyJob]) {
        guard number < end else {
            return decision.take(Int.random(in: 0..<decision.width, using: &generator), under: .oldest)
        }
        var first = first(of: ready, orClock: decision.hasDeadline)
        if changes.contains(number) {
            let low = UInt64.random(in: 1...0xFFFF_FFFF, using: &generator)
            priorities[first < ready.count ? ready[first].task + 1 : 0] = low
            first = self.first(of: ready, orClock: decision.hasDeadline)
        }
        number += 1
        decision.take(first, under: .oldest)
    }

    /// The place of the job that goes first; behind the jobs for the clock.
    private mutating func first(of ready: [ReadyJob], orClock hasDeadline: Bool) -> Int {
        var first = ready.count
        var highest = hasDeadline ? priority(of: 0) : 0
        for (place, job) in ready.enumerated() {
            let priority = priority(of: job.task + 1)
            if priority >= highest { (first, highest) = (place, priority) }
        }
        return first
    }

    private mutating func priority(of member: Int) -> UInt64 {
        while priorities.count <= member { priorities.append(0) }
        if priorities[member] == 0 {
            priorities[member] = UInt64.random(in: 0x1_0000_0000 ... .max, using: &generator)
        }
        return priorities[member]
    }
}
