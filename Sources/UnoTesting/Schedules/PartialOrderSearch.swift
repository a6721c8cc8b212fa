/// A random schedule in which each ready job has a priority, which changes only when a job runs that it depends on.
///
/// Jobs of different actors keep theirs, so an order of jobs that does not matter costs no luck: of the orders that do,
/// each is more likely than in a walk that chooses at each step (Yuan, Yang and Gu: Partial order aware concurrency
/// sampling, 2018).
struct PartialOrderSearch {
    private let seed: UInt64
    /// How many jobs have run, by actor; those of no actor, which all others depend on, first.
    private var runs: [Int] = [0]
    private var total = 0

    init(seed: UInt64) {
        self.seed = seed
    }

    /// Takes an option of the decision.
    ///
    /// - Parameter ready: the jobs that are ready, the oldest first.
    mutating func decide(_ decision: inout Decision, ready: [ReadyJob]) {
        var first = ready.count
        var highest = decision.hasDeadline ? priority(0, total) : 0
        for (place, job) in ready.enumerated() {
            while runs.count <= job.isolation { runs.append(0) }
            let priority = priority(job.arrival, job.isolation == 0 ? total : runs[job.isolation] + runs[0])
            if priority >= highest { (first, highest) = (place, priority) }
        }
        total += 1
        runs[first < ready.count ? ready[first].isolation : 0] += 1
        decision.take(first, under: .oldest)
    }

    /// - Parameter epoch: how many jobs have run that the job depends on.
    private func priority(_ arrival: Int, _ epoch: Int) -> UInt64 {
        let job = seed &+ UInt64(arrival) &* 0xD6E8_FEB8_6659_FD93 &+ UInt64(epoch) &* 0xA5A3_5644_1C1D_4D2B
        var generator = SplitMix(seed: job)
        return generator.next()
    }
}
