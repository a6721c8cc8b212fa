/// Compares two sets of figures and finds the changes that exceed the noise.
///
/// - A time has changed if the repetitions before and after do not overlap: the fastest of one set is slower than the
///   slowest of the other. It is a regression if the median has also grown by more than the allowed fraction.
/// - Allocations have changed if they differ by more than half an allocation per operation and by more than the allowed
///   fraction: if tasks wait for each other, the counts depend on their order. Thresholds check exact counts.
package struct Comparison: Sendable {
    package let changes: [Change]
    /// The number of figures that are in both sets.
    package let comparedCount: Int
    /// The figures that only the earlier set has.
    package let missing: [Figure]

    /// - Parameter allowedGrowth: the allowed growth of a median, as a fraction.
    package init(of after: [Figure], to before: [Figure], allowedGrowth: Double) {
        func key(_ figure: Figure) -> [String] { [figure.workload, "\(figure.parameter ?? -1)", figure.subject] }
        let later = Dictionary(after.map { (key($0), $0) }) { first, _ in first }
        let pairs = before.compactMap { figure in later[key(figure)].map { (before: figure, after: $0) } }
        comparedCount = pairs.count
        missing = before.filter { later[key($0)] == nil }
        changes = pairs.flatMap { pair in
            [
                Self.changeOfTime(pair.before, pair.after, allowedGrowth),
                Self.changeOfAllocations(pair.before, pair.after, allowedGrowth),
            ].compactMap(\.self).map { Change(kind: $0, before: pair.before, after: pair.after) }
        }
    }

    package var hasRegression: Bool { changes.contains(where: \.isRegression) }

    private static func changeOfTime(_ before: Figure, _ after: Figure, _ allowedGrowth: Double) -> Change.Kind? {
        guard let earlier = before.nanoseconds, let later = after.nanoseconds else { return nil }
        if let fastest = after.fastest, let slowest = before.slowest, fastest > slowest {
            return later > earlier * (1 + allowedGrowth) ? .regression : .slower
        }
        if let slowest = after.slowest, let fastest = before.fastest, slowest < fastest { return .faster }
        return nil
    }

    private static func changeOfAllocations(
        _ before: Figure,
        _ after: Figure,
        _ allowedGrowth: Double
    ) -> Change.Kind? {
        guard let earlier = before.allocations, let later = after.allocations else { return nil }
        guard abs(later - earlier) > max(0.5, earlier * allowedGrowth) else { return nil }
        return later > earlier ? .moreAllocations : .fewerAllocations
    }
}
