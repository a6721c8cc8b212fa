/// The cost of one run of a subject.
struct Sample: Equatable {
    var count: Int
    var nanoseconds: Int
    var allocations: Int?
    var enqueues: Int?
    var bytesEach: Double?

    var nanosecondsPerOperation: Double { Double(nanoseconds) / Double(count) }
    var allocationsPerOperation: Double? { allocations.map { Double($0) / Double(count) } }
}

extension Sequence<Double> {
    /// The middle value, or the mean of the two middle values. Nil if there are no values.
    package var median: Double? {
        let sorted = sorted()
        guard !sorted.isEmpty else { return nil }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
