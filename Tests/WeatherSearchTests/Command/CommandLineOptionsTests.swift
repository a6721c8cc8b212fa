import SocketKit
import Testing
import UnoInspector

@testable import WeatherSearch

@Suite("A command line")
struct CommandLineOptionsTests {
    @Test func `asks for the defaults when it is empty`() throws {
        let options = try CommandLineOptions(parsing: [])
        #expect(options == CommandLineOptions())
        #expect(options.limit == 10)
    }

    @Test(arguments: [
        ["--query", "são p", "--limit", "3", "--data", "a.tsv", "--date", "2024-02-29"],
        ["--query=são p", "--limit=3", "--data=a.tsv", "--date=2024-02-29"],
        ["--limit", "9", "--limit", "3", "--date=2024-02-29", "--data", "a.tsv", "--query", "são p"],
    ])
    func `takes values after a flag and after an equals sign`(arguments: [String]) throws {
        let options = try CommandLineOptions(parsing: arguments)
        #expect(options.query == "são p")
        #expect(options.limit == 3)
        #expect(options.dataFile == "a.tsv")
        #expect(options.day?.description == "2024-02-29")
        #expect(!options.isLive)
    }

    @Test(
        arguments: [
            ("7000", .port(7_000)), ("0", .port(0)), ("/run/ws", .path("/run/ws")), ("./ws7", .path("./ws7")),
            ("../7000", .path("../7000")),
            ("/" + String(repeating: "a", count: 106), .path("/" + String(repeating: "a", count: 106))),
            ("65536", nil), ("", nil), ("/" + String(repeating: "a", count: 107), nil), ("+7000", nil), ("-1", nil),
            ("７000", nil),
            (":7000", nil), ("localhost", nil), ("localhost:7000", nil), ("127.0.0.1:7000", nil), ("[::1]:7000", nil),
            ("http://localhost:7000", nil), ("ws7", nil), ("run/ws", nil), (" 7000", nil),
        ] as [(String, ServerAddress?)])
    func `takes a port of the loopback interface or the path of a socket`(text: String, address: ServerAddress?) {
        #expect((try? CommandLineOptions(parsing: ["--serve", text]))?.serverAddress == address)
        #expect((try? CommandLineOptions(parsing: ["--status=\(text)"]))?.statusAddress == address)
        #expect((try? CommandLineOptions(parsing: ["--host=\(text)"]))?.hostAddress == address)
        #expect((try? CommandLineOptions(parsing: ["--connect", text]))?.remoteAddress == address)
    }

    @Test(arguments: ["", "--live", "a=b", "-"])
    func `takes a query that is empty, begins with dashes or holds an equals sign`(query: String) throws {
        #expect(try CommandLineOptions(parsing: ["--query=\(query)"]).query == query)
    }

    @Test func `takes the time after which a host lets go of a silent process`() throws {
        #expect(try CommandLineOptions(parsing: ["--lease=2", "--host", "7001"]).lease == 2)
        #expect(try CommandLineOptions(parsing: ["--host", "7001"]).lease == 30)
    }

    @Test func `takes a query for another process`() throws {
        let options = try CommandLineOptions(parsing: ["--connect", "7001", "--query", "a"])
        #expect(options.query == "a" && options.remoteAddress == .port(7_001))
    }

    @Test func `takes the inspector together with what it shows`() throws {
        let options = try CommandLineOptions(parsing: ["--inspect", "--query", "paris", "--record=page.html"])
        #expect(options.isInspected && options.query == "paris" && options.recordFile == "page.html")
        #expect(try !CommandLineOptions(parsing: ["--live"]).isInspected)
    }

    @Test func `takes the format of the graph, which is a tree when none is named`() throws {
        for format in GraphFormat.allCases {
            #expect(try CommandLineOptions(parsing: ["--graph", format.rawValue]).graph == format)
            #expect(try CommandLineOptions(parsing: ["--graph=\(format)", "--limit=3"]).graph == format)
        }
        #expect(try CommandLineOptions(parsing: ["--graph"]).graph == .tree)
        let options = try CommandLineOptions(parsing: ["--graph", "--limit", "3"])
        #expect(options.graph == .tree && options.limit == 3)
    }

    @Test(arguments: [[], ["--query=a"], ["--serve=7001"], ["--host=7001"]])
    func `takes the file of a trace, with whatever runs runtimes in this process`(others: [String]) throws {
        #expect(try CommandLineOptions(parsing: ["--trace", "a.json"] + others).traceFile == "a.json")
    }

    @Test(
        "asks for help before anything else is wrong",
        arguments: [["-h"], ["--help"], ["--live", "--help", "--bogus"]])
    func help(arguments: [String]) throws { #expect(try CommandLineOptions(parsing: arguments).wantsHelp) }

    @Test(
        "that is wrong is refused by name",
        arguments: [
            (["--bogus"], UsageError.unknownFlag("--bogus"), "unknown option “--bogus”"),
            (["-q", "x"], .unknownFlag("-q"), "unknown option “-q”"),
            (["paris"], .unexpectedArgument("paris"), "unexpected argument “paris”; did you mean --query “paris”?"),
            ([""], .unexpectedArgument(""), "unexpected argument “”; did you mean --query “”?"),
            (["--query"], .missingValue(flag: "--query"), "--query needs a value"),
            (["--query", "--live"], .missingValue(flag: "--query"), "--query needs a value"),
            (["--data="], .missingValue(flag: "--data"), "--data needs a value"),
            (["--live=yes"], .superfluousValue(flag: "--live"), "--live takes no value"),
            (
                ["--limit", "ten"], .badValue(flag: "--limit", value: "ten", expected: "a number from 1 to 1000"),
                "--limit “ten” is not a number from 1 to 1000"
            ),
            (
                ["--limit", "0"], .badValue(flag: "--limit", value: "0", expected: "a number from 1 to 1000"),
                "--limit “0” is not a number from 1 to 1000"
            ),
            (
                ["--date", "2023-02-29"],
                .badValue(flag: "--date", value: "2023-02-29", expected: "a day written YYYY-MM-DD"),
                "--date “2023-02-29” is not a day written YYYY-MM-DD"
            ),
            (["--live", "--date", "2024-01-01"], .conflict("--live", "--date"), "--live cannot be used with --date"),
            (["--serve", "1", "--query", "a"], .conflict("--query", "--serve"), "--query cannot be used with --serve"),
            (["--serve=1", "--status=1"], .conflict("--serve", "--status"), "--serve cannot be used with --status"),
            (["--connect=1", "--host=1"], .conflict("--host", "--connect"), "--host cannot be used with --connect"),
            (["--host=1", "--query=a"], .conflict("--query", "--host"), "--query cannot be used with --host"),
            (["--graph", "--query=a"], .conflict("--query", "--graph"), "--query cannot be used with --graph"),
            (["--serve=1", "--graph"], .conflict("--serve", "--graph"), "--serve cannot be used with --graph"),
            (
                ["--graph", "png"], .badValue(flag: "--graph", value: "png", expected: GraphFormat.expected),
                "--graph “png” is not one of tree, mermaid, dot, svg"
            ),
            (
                ["--graph="], .badValue(flag: "--graph", value: "", expected: GraphFormat.expected),
                "--graph “” is not one of tree, mermaid, dot, svg"
            ),
            (["--trace=a", "--connect=1"], .conflict("--trace", "--connect"), "--trace cannot be used with --connect"),
            (["--trace=a", "--status=1"], .conflict("--trace", "--status"), "--trace cannot be used with --status"),
            (["--graph", "--trace=a"], .conflict("--trace", "--graph"), "--trace cannot be used with --graph"),
            (["--trace", "--live"], .missingValue(flag: "--trace"), "--trace needs a value"),
            (["--trace="], .missingValue(flag: "--trace"), "--trace needs a value"),
            (["--record=a", "--serve=1"], .conflict("--record", "--serve"), "--record cannot be used with --serve"),
            (["--inspect", "--host=1"], .conflict("--inspect", "--host"), "--inspect cannot be used with --host"),
            (["--inspect=1"], .superfluousValue(flag: "--inspect"), "--inspect takes no value"),
            (["--record", "--live"], .missingValue(flag: "--record"), "--record needs a value"),
            (["--record="], .missingValue(flag: "--record"), "--record needs a value"),
            (["--lease=2"], .missing("--host", neededBy: "--lease"), "--lease needs --host"),
            (
                ["--host=1", "--lease=0"],
                .badValue(flag: "--lease", value: "0", expected: "a number from 1 to 3600"),
                "--lease “0” is not a number from 1 to 3600"
            ),
            (
                ["--connect=1", "--limit=3"], .conflict("--limit", "--connect"),
                "--limit cannot be used with --connect"
            ),
            (["--connect=1", "--data=a"], .conflict("--data", "--connect"), "--data cannot be used with --connect"),
            (
                ["--connect=1", "--date=2024-01-01"], .conflict("--date", "--connect"),
                "--date cannot be used with --connect"
            ),
            (["--connect=1", "--live"], .conflict("--live", "--connect"), "--live cannot be used with --connect"),
            (
                ["--serve", "70000"],
                .badValue(flag: "--serve", value: "70000", expected: ServerAddress.expected),
                "--serve “70000” is not \(ServerAddress.expected)"
            ),
        ])
    func refused(arguments: [String], error: UsageError, message: String) {
        #expect(throws: error) { try CommandLineOptions(parsing: arguments) }
        #expect("\(error)" == message)
        #expect(ExitStatus(of: error).rawValue == 64)
    }

    @Test func `is explained by a help text that names every flag`() {
        for flag in [
            "--query", "--live", "--limit", "--data", "--date", "--serve", "--status", "--host", "--lease", "--connect",
            "--graph", "--record", "--inspect", "--trace", "--help",
        ] { #expect(CommandLineOptions.help.contains(flag)) }
    }

    @Test func `with a trace that cannot be written is refused with its path before anything runs`() throws {
        let options = try CommandLineOptions(parsing: ["--trace=/no/such/folder/a.json"])
        let error = #expect(throws: TraceFileError.self) { try Program(options: options) }
        #expect(error?.path == "/no/such/folder/a.json")
        #expect(error.map { ExitStatus(of: $0).rawValue } == 74)
    }

    @Test func `ends with the status of its error`() {
        let damaged = CityFileError(file: "f", line: 1, problem: .empty)
        let missing = CityFileError(file: "f", line: nil, problem: .unreadable(reason: "no such file"))
        #expect(ExitStatus(of: damaged).rawValue == 65)
        #expect(ExitStatus(of: missing).rawValue == 66)
        #expect(ExitStatus(of: WeatherServiceError.timedOut).rawValue == 69)
        #expect(ExitStatus(of: TextOutput.Failure(number: 28)).rawValue == 74)
        #expect(ExitStatus(of: Listener.Obstacle.server(.port(1))).rawValue == 74)
        #expect(ExitStatus(of: CancellationError()).rawValue == 70)
        #expect(ExitStatus.noMatch.combined(with: .success) == .noMatch)
        #expect(ExitStatus.noMatch.combined(with: .unavailable) == .unavailable)
    }
}
