import Foundation
import Testing

@testable import BenchmarkKit

struct ThresholdTests {
    private func threshold(_ json: String) throws -> Threshold {
        try JSONDecoder().decode(Threshold.self, from: Data(json.utf8))
    }

    private let figures = [
        Figure.sample("asyncstream", 1_000),
        .sample("runtime", 80, allocations: 0.02),
        .sample("runtime", 300, workload: "when", parameter: 2, allocations: 3),
        .sample("runtime", 100, workload: "when", parameter: 1),
        .sample("runtime", 2_000, workload: "create", parameter: 10, enqueues: 3, bytesEach: 1_400),
        .sample("viewmodel", 2_000, workload: "create", parameter: 10, bytesEach: 1_550),
    ]

    private static let toSubject = #""quantity":"ratio","to":{"subject":"asyncstream"}"#

    @Test(
        arguments: [
            (#"{"workload":"counter","subject":"runtime",\#(toSubject),"target":0.08}"#, 0.08),
            (#"{"workload":"counter","subject":"runtime","quantity":"allocations","target":0}"#, 0.02),
            (#"{"workload":"create","parameter":10,"subject":"runtime","quantity":"bytes","target":1500}"#, 1_400),
            (
                #"{"workload":"create","parameter":10,"subject":"runtime","quantity":"nanoseconds","target":3000}"#,
                2_000
            ),
            (
                #"{"workload":"when","parameter":2,"subject":"runtime","quantity":"ratio","to":{"parameter":1,"subject":"runtime"},"target":1}"#,
                3
            ),
            (#"{"workload":"create","parameter":10,"subject":"runtime","quantity":"enqueues","target":3}"#, 3),
            (
                #"{"workload":"create","parameter":10,"subject":"viewmodel","quantity":"bytesMore","to":{"subject":"runtime"},"target":200}"#,
                150
            ),
            (#"{"workload":"when","subject":"runtime","quantity":"nanoseconds","target":1}"#, nil),
            (#"{"workload":"when","parameter":2,"subject":"runtime",\#(toSubject),"target":1}"#, nil),
        ] as [(String, Double?)])
    func `The value comes from the figures that are named`(json: String, value: Double?) throws {
        #expect(try threshold(json).value(in: figures) == value)
    }

    @Test(
        arguments: [
            (80, .met), (100, .met), (101, .missed), (250, .missed), (251, .failed), (nil, .unmeasured),
        ] as [(Double?, Verdict.Standing)])
    func `A value stands to the target and to the gate`(measured: Double?, standing: Verdict.Standing) throws {
        let json = #"{"workload":"counter","subject":"runtime","quantity":"nanoseconds","target":100,"gate":250}"#
        let figures = measured.map { [Figure.sample("runtime", $0)] } ?? []
        #expect(Verdict(try threshold(json), figures: figures).standing == standing)
    }

    @Test(
        arguments: [(300, 200, 200), (200, 300, 200), (300, nil, 300), (nil, 300, 300)] as [(Double?, Double?, Double)])
    func `The better of two repetitions counts`(first: Double?, second: Double?, best: Double) throws {
        let json = #"{"workload":"counter","subject":"runtime","quantity":"nanoseconds","target":100,"gate":250}"#
        let figures = [first, second].map { $0.map { [Figure.sample("runtime", $0)] } ?? [] }
        let verdict = Verdict(try threshold(json), figures: figures[0]).repeated(figures[1])
        #expect(verdict.value == best)
        #expect(verdict.measurements == 2)
    }

    @Test func `A line says which figures were measured again`() throws {
        let json = #"{"workload":"counter","subject":"runtime","quantity":"nanoseconds","target":1,"gate":2}"#
        let once = Verdict(try threshold(json), figures: figures)
        #expect(VerdictTable.repetitions([once]) == "")
        let thrice = once.repeated(figures).repeated(figures)
        #expect(
            VerdictTable.repetitions([once, thrice])
                == "Measured again, the best counts: counter: runtime, nanoseconds (3 times)\n")
    }

    @Test(
        arguments: [
            ("ratio", 0.123, 0.197), ("bytes", 1_398.2, 1_540), ("bytesMore", 385.4, 424), ("allocations", 19, 19),
            ("enqueues", 4.95, 5), ("allocations", 0, 0), ("nanoseconds", 5, 9),
        ] as [(String, Double, Double)])
    func `A gate follows the measured value`(quantity: String, measured: Double, gate: Double) throws {
        let json = #"{"workload":"counter","subject":"runtime","quantity":"\#(quantity)","target":1,"gate":9}"#
        #expect(try threshold(json).gated(by: measured).gate == gate)
    }

    @Test func `The gates of what was measured are set, and the file is read back`() throws {
        let content = """
            {
              "bars": [
                { "workload": "counter", "subject": "runtime", "quantity": "ratio", "to": { "subject": "asyncstream" }, "target": 0.05, "gate": 0.25 },
                { "workload": "when", "parameter": 2, "subject": "runtime", "quantity": "ratio", "to": { "parameter": 1, "subject": "runtime" }, "target": 1 }
              ],
              "limits": [
                { "workload": "absent", "subject": "runtime", "quantity": "allocations", "target": 7, "gate": 9.5 }
              ]
            }

            """
        let before = try thresholds(content)
        #expect(String(decoding: before.data, as: UTF8.self) == content)
        let after = before.gated(by: figures)
        #expect(after.all.map(\.gate) == [0.128, 4.8, 9.5])
        #expect(try thresholds(String(decoding: after.data, as: UTF8.self)) == after)
    }

    @Test func `Without a gate nothing fails`() throws {
        let json = #"{"workload":"counter","subject":"runtime","quantity":"nanoseconds","target":1}"#
        #expect(Verdict(try threshold(json), figures: figures).standing == .missed)
    }

    @Test func `The table shows target, gate, value and standing`() throws {
        let json = #"{"workload":"counter","subject":"runtime",\#(Self.toSubject),"target":0.05,"gate":0.25}"#
        let text = VerdictTable.text([Verdict(try threshold(json), figures: figures)])
        #expect(
            text == """
                                                           target    gate  measured
                  counter: runtime, ratio to asyncstream  0.0500×  0.250×   0.0800×  missed

                """)
    }

    private func thresholds(_ json: String) throws -> Thresholds {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        try Data(json.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try Thresholds(contentsOf: file)
    }

    @Test(arguments: [
        (#"{"bars":[]}"#, "limits"),
        (#"{"bars":[{"workload":"a","subject":"b","quantity":"weight","target":1}],"limits":[]}"#, "bars.[0].quantity"),
        (#"{"bars":[{"workload":"a","subject":"b","quantity":"ratio","target":1}],"limits":[]}"#, "only those"),
        ("no JSON", "JSON"),
    ])
    func `A file that is wrong says where`(json: String, place: String) {
        let error = #expect(throws: FileError.self) { try thresholds(json) }
        #expect(error?.description.contains(place) == true, "\(String(describing: error))")
    }

    @Test func `A file that is not there is named`() {
        let file = URL(fileURLWithPath: "/nowhere/thresholds.json")
        let error = #expect(throws: FileError.self) { try Thresholds(contentsOf: file) }
        #expect(error?.description.hasPrefix("/nowhere/thresholds.json: ") == true)
    }

    @Test func `Thresholds that nothing measures are found`() throws {
        let thresholds = try thresholds(
            """
            {"bars": [
              {"workload": "a", "parameter": 2, "subject": "x", "quantity": "bytes", "target": 1},
              {"workload": "a", "parameter": 3, "subject": "x", "quantity": "bytes", "target": 1}
            ], "limits": [
              {"workload": "a", "parameter": 2, "subject": "x", "quantity": "ratio", "to": {"subject": "z"}, "target": 1},
              {"workload": "a", "parameter": 2, "subject": "x", "quantity": "ratio",
               "to": {"parameter": 1, "subject": "y"}, "target": 1}
            ]}
            """)
        let workloads = [Workload.sample("a", axis: "n", subjects: ["x", "y"], parameters: [1, 2])]
        #expect(thresholds.unknown(in: workloads) == [thresholds.bars[1], thresholds.limits[0]])
        #expect(thresholds.workloadsOfBars == ["a"])
    }
}
