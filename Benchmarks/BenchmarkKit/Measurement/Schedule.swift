/// How long and how often to measure.
package struct Schedule: Sendable, Equatable {
    package var repetitions: Int
    /// How long a repetition of a subject should take.
    package var nanoseconds: Int
    package var includesSlowPoints: Bool

    package static let full = Schedule(repetitions: 7, nanoseconds: 50_000_000, includesSlowPoints: true)
    package static let quick = Schedule(repetitions: 5, nanoseconds: 5_000_000, includesSlowPoints: false)

    /// The maximum number of runs to determine a subject's number of operations.
    static let mostCalibrations = 20

    /// The number of operations of the first of two runs that count allocations; the second one has twice as many.
    static let countedOperations = 4_000

    /// The number of operations to try next, after a run that was too short to measure.
    ///
    /// Grows at most a hundredfold, because the first runs are the slowest.
    func count(after sample: Sample) -> Int {
        let elapsed = max(sample.nanoseconds, 1)
        let wanted = Double(sample.count) * Double(nanoseconds) / Double(elapsed)
        return max(1, Int(min(wanted, Double(sample.count) * 100).rounded(.up)))
    }

    /// Whether the number of operations computed from `sample` is close to the number that was run.
    func isLongEnough(_ sample: Sample) -> Bool {
        sample.nanoseconds >= nanoseconds / 2 && count(after: sample) * 2 >= sample.count
    }
}
