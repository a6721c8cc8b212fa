import Testing

@testable import BenchmarkKit

struct CostChartTests {
    private let parts = Workload.sample("parts", axis: "parts", subjects: ["actor", "runtime"], parameters: [1, 64])
    private let figures = [
        Figure.sample("actor", 41.27, workload: "parts", parameter: 1),
        .sample("runtime", 38.04, workload: "parts", parameter: 1),
        .sample("actor", 149.9, workload: "parts", parameter: 64),
        .sample("runtime", 5_214, workload: "parts", parameter: 64),
    ]

    @Test func `Each workload has a panel, whose lines end with a name that a reader knows, and the time`() {
        let chart = CostChart([parts, .sample("effects", subjects: ["actor"])], figures, on: .sample).file
        #expect(chart.matches(of: /class="title"/).count == 1)
        #expect(chart.contains(">this package, 5.2 µs</text>"))
        #expect(chart.contains(">an actor by hand, 150 ns</text>"))
        #expect(chart.contains("at the end an actor by hand 150 ns, this package 5.2 µs"))
        #expect(chart.contains("An action, as the number of parts grows"))
    }

    @Test(arguments: [(38.04, "38 ns"), (5_214, "5.2 µs"), (149.9, "150 ns"), (3.0, "3 ns"), (1_960_000, "2 ms")])
    func `A time is rounded to two digits`(nanoseconds: Double, text: String) {
        #expect(Format.rounded(nanoseconds: nanoseconds) == text)
    }
}
