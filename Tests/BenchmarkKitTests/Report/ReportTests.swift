import Foundation
import Testing

@testable import BenchmarkKit

struct ReportTests {
    @Test(
        arguments: [
            (nil, "–"), (0, "0.00 ns"), (0.0123, "0.0123 ns"), (0.5, "0.500 ns"), (1.4, "1.40 ns"), (14.04, "14.0 ns"),
            (999.4, "999 ns"), (1_365, "1.36 µs"), (44_000, "44.0 µs"), (1_500_000, "1.50 ms"),
            (2_000_000_000, "2.00 s"),
        ] as [(Double?, String)])
    func `Times have three significant digits and a unit`(value: Double?, text: String) {
        #expect(Format.nanoseconds(value) == text)
    }

    @Test(arguments: [(nil, "–"), (0, "0"), (1_234, "1,234"), (0.02, "0.02"), (22.5, "22.50")] as [(Double?, String)])
    func `Counts are whole where they are whole`(value: Double?, text: String) { #expect(Format.count(value) == text) }

    @Test func `A table shows each figure as a ratio to the baseline of its point`() {
        let workload = Workload.sample("when", axis: "depth", subjects: ["base", "own"], parameters: [1, 16])
        let figures = [
            Figure.sample("base", 100, workload: "when", parameter: 1, allocations: 1),
            .sample("own", 50, workload: "when", parameter: 1, allocations: 0, enqueues: 2.5),
            .sample("base", 1_000, workload: "when", parameter: 16),
            .sample("own", 3_000, workload: "when", parameter: 16, bytesEach: 1_500),
        ]
        #expect(
            FigureTable.text(workload, figures) == """
                when: what when does
                                 per action  fastest  slowest  × base  allocations  enqueues  bytes each
                  depth 1 base       100 ns  90.0 ns   110 ns   1.00×            1         –           –
                  depth 1 own       50.0 ns  45.0 ns  55.0 ns  0.500×            0      2.50           –
                  depth 16 base     1.00 µs   900 ns  1.10 µs   1.00×            –         –           –
                  depth 16 own      3.00 µs  2.70 µs  3.30 µs   3.00×            –         –     1,500 B

                """)
    }

    @Test func `A file of figures says null for what does not apply, and is read back as it was`() throws {
        let figures = [
            Figure.sample("a", 2, parameter: 16, allocations: 0),
            .sample("b", nil, workload: "create", bytesEach: 1_500),
        ]
        let data = FigureFile.data(figures)
        #expect(
            String(decoding: data, as: UTF8.self)
                == """
                [
                {"allocations_per_op":0,"bytes_each":null,"enqueues_per_op":null,"ns_max":2.2,"ns_min":1.8,"ns_per_op":2,"parameter":16,"subject":"a","workload":"counter"},
                {"allocations_per_op":null,"bytes_each":1500,"enqueues_per_op":null,"ns_max":null,"ns_min":null,"ns_per_op":null,"parameter":null,"subject":"b","workload":"create"}
                ]

                """.replacing("2.2,", with: "\(2 * 1.1),"))
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        try FileError.writing(data, to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try FigureFile.read(file) == figures)
    }

    @Test func `A debug build says so`() {
        var environment = Environment.sample
        #expect(environment.lines[1] == "Swift 6, release build")
        environment.isDebugBuild = true
        #expect(environment.lines[1] == "Swift 6, DEBUG BUILD: the figures mean nothing")
    }
}

extension Environment {
    static let sample = Environment(
        machine: "A <fast> machine", cores: 2, system: "Linux", compiler: "Swift 6", isDebugBuild: false,
        schedule: Schedule.full)
}
