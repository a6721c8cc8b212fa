/// A random schedule in which the tasks have priorities, and the first that is ready runs until it waits.
///
/// Every task, and the clock, gets a random priority when it is first seen; at `depth - 1` random decisions the one
/// that would go first falls behind all others. A fault that needs `depth` constraints on the order of `n` tasks and
/// `k` decisions is found with a probability of at least 1 / (n k^(depth - 1)), whatever else happens (Burckhardt,
/// Kothari, Musuvathi and Nagarakatte: A randomized scheduler with probabilistic guarantees of finding bugs, 2010).
struct PrioritySearch {
    /// By task; the greater goes first. The clock is the last task.
    private var priorities: [UInt64: UInt64] = [:]
    private var changes: [Int]
    private var lowest = UInt64(UInt32.max)
    private var number = 0
    /// Where priorities end: a task that goes on and on in a loop would keep all others waiting.
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
    /// - Parameter ready: the tasks of the jobs that are ready, the oldest first.
    mutating func decide(_ decision: inout Decision, ready: [UInt64]) {
        guard number < end else {
            return decision.take(Int.random(in: 0..<decision.width, using: &generator), under: .oldest)
        }
        let tasks = decision.hasDeadline ? ready + [.max] : ready
        for task in tasks where priorities[task] == nil {
            priorities[task] = UInt64.random(in: UInt64(UInt32.max) + 1 ... .max, using: &generator)
        }
        var first = place(of: tasks)
        if changes.contains(number) {
            lowest -= 1
            priorities[tasks[first]] = lowest
            first = place(of: tasks)
        }
        number += 1
        decision.take(first, under: .oldest)
    }

    private func place(of tasks: [UInt64]) -> Int {
        tasks.indices.max { priorities[tasks[$0]]! < priorities[tasks[$1]]! }!
    }
}
