import Testing

@testable import BenchmarkKit

struct ComparisonTests {
    private func kinds(_ before: Figure, _ after: Figure) -> [Change.Kind] {
        Comparison(of: [after], to: [before], allowedGrowth: 0.25).changes.map(\.kind)
    }

    /// The repetitions of a sample lie a tenth around the median.
    @Test(
        arguments: [
            (100, 100, []), (100, 115, []), (100, 124, [.slower]), (100, 130, [.regression]),
            (100, 85, []), (100, 80, [.faster]), (100, nil, []), (nil, 100, []),
        ] as [(Double?, Double?, [Change.Kind])])
    func `A time has changed when no repetition of one is among those of the other`(
        before: Double?, after: Double?, kinds: [Change.Kind]
    ) { #expect(self.kinds(.sample("a", before), .sample("a", after)) == kinds) }

    @Test(
        arguments: [
            (0, 0.02, []), (0, 0.5, []), (0, 1, [.moreAllocations]), (20, 24, []), (20, 26, [.moreAllocations]),
            (20, 14, [.fewerAllocations]), (nil, 1, []),
        ] as [(Double?, Double?, [Change.Kind])])
    func `A count has changed when it grows or shrinks by more than is allowed`(
        before: Double?, after: Double?, kinds: [Change.Kind]
    ) {
        let figures = [before, after].map { Figure.sample("a", 100, allocations: $0) }
        #expect(self.kinds(figures[0], figures[1]) == kinds)
    }

    @Test func `Figures are compared with their own kind only`() {
        let before = [Figure.sample("a", 100, parameter: 1), .sample("a", 100, parameter: 2), .sample("b", 100)]
        let after = [Figure.sample("a", 500, parameter: 2), .sample("c", 100)]
        let comparison = Comparison(of: after, to: before, allowedGrowth: 0.25)
        #expect(comparison.comparedCount == 1)
        #expect(comparison.missing == [before[0], before[2]])
        #expect(comparison.changes == [Change(kind: .regression, before: before[1], after: after[0])])
        #expect(comparison.hasRegression)
    }

    @Test func `What is faster is no regression`() {
        let comparison = Comparison(of: [.sample("a", 50)], to: [.sample("a", 100)], allowedGrowth: 0.25)
        #expect(!comparison.hasRegression)
        #expect(comparison.changes.first?.growth == -0.5)
    }

    @Test func `The table puts regressions first and says what counts as one`() {
        let before = [Figure.sample("a", 100), .sample("b", 100, allocations: 1)]
        let after = [Figure.sample("a", 50), .sample("b", 200, allocations: 1)]
        let comparison = Comparison(of: after, to: before, allowedGrowth: 0.25)
        #expect(
            ComparisonTable.text(comparison, allowedGrowth: 0.25) == """
                2 figures compared, 2 changed beyond the noise
                             before    after  median  allocations
                  counter b  100 ns   200 ns  +100 %        1 → 1  regression
                  counter a  100 ns  50.0 ns   -50 %        – → –      faster
                Regressions: medians that grew by more than 25 % beyond the noise, or new allocations

                """)
    }
}
