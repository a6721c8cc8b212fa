import Testing

@testable import BenchmarkKit

struct OptionsTests {
    @Test func `Without arguments everything is measured`() throws {
        let options = try Options([])
        #expect(options == Options())
        #expect(options.mode == .measure)
        #expect(options.selects("counter"))
        #expect(!options.needsThresholds)
    }

    @Test func `Every option is understood`() throws {
        let options = try Options([
            "--quick", "--check", "--bars", "--filter", "when", "--filter", "merge", "--json", "a.json",
            "--report", "b.html", "--compare", "c.json", "--regression", "12.5", "--thresholds", "d.json",
            "--events", "20000", "--set-gates", "--chart", "e.svg",
        ])
        var expected = Options()
        expected.isQuick = true
        expected.checks = true
        expected.showsBars = true
        expected.filters = ["when", "merge"]
        expected.json = "a.json"
        expected.report = "b.html"
        expected.compare = "c.json"
        expected.regression = 12.5
        expected.events = 20_000
        expected.setsGates = true
        expected.chart = "e.svg"
        expected.thresholds = "d.json"
        #expect(options == expected)
        #expect(options.needsThresholds)
    }

    @Test(
        arguments: [("--list", .list), ("--soak", .soak), ("--help", .help), ("-h", .help)] as [(String, Options.Mode)])
    func `A mode takes the place of measuring`(argument: String, mode: Options.Mode) throws {
        #expect(try Options([argument]).mode == mode)
    }

    @Test func `A filter selects the workloads that have it in their name`() throws {
        let options = try Options(["--filter", "merge", "--filter", "coun"])
        #expect(
            ["counter", "merge", "merge-many", "when"].filter(options.selects) == ["counter", "merge", "merge-many"])
    }

    @Test(arguments: [
        (["--fast"], "unknown argument '--fast'; --help lists what there is"),
        (["quick"], "unknown argument 'quick'; --help lists what there is"),
        (["--json"], "--json needs a value"),
        (["--filter", "--quick"], "--filter needs a value"),
        (["--regression", "none"], "--regression needs a percentage above 0, not 'none'"),
        (["--regression", "-3"], "--regression needs a percentage above 0, not '-3'"),
        (["--events", "9"], "--events needs a number of at least 16000, not '9'"),
        (["--regression", "inf"], "--regression needs a percentage above 0, not 'inf'"),
    ])
    func `What cannot be understood is named`(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.description == message)
    }

    @Test func `A filter that selects nothing is an error that repeats it`() {
        let error = UsageError.noSuchWorkload(["x", "y"])
        #expect(error.description == "no workload has 'x' or 'y' in its name; --list shows them")
    }

    @Test(arguments: [
        "--filter", "--quick", "--list", "--json", "--report", "--compare", "--regression", "--check", "--bars",
        "--set-gates", "--thresholds", "--soak", "--events", "--help",
    ])
    func `The help tells of every option`(option: String) { #expect(Options.help.contains("  \(option) ")) }
}
