import Foundation
import SocketKit
import TestSupport
import Testing

@testable import WeatherSearch

@Suite("The command", .serialized, .timeLimit(.hang))
struct WeatherSearchCommandTests {
    private static let day = ["--date", "2024-06-21"]
    private let cities: CitySampleFile
    /// The day, and few cities.
    private var options: [String] { Self.day + ["--data", cities.path] }

    init() throws { cities = try CitySampleFile() }

    /// Runs the command with `input` until it ends.
    private func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String, error: String)
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ws-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "error"].map { folder.appending(path: $0) }
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let command = Process()
        command.executableURL = CommandProcess.url
        command.arguments = arguments
        command.standardInput = try FileHandle(forReadingFrom: files[0])
        command.standardOutput = try FileHandle(forWritingTo: files[1])
        command.standardError = try FileHandle(forWritingTo: files[2])
        try command.run()
        command.waitUntilExit()
        #expect(command.terminationReason == .exit)
        let texts = try files.dropFirst().map {
            String(decoding: try FileHandle(forReadingFrom: $0).readToEnd() ?? Data(), as: UTF8.self)
        }
        return (command.terminationStatus, texts[0], texts[1])
    }

    @Test func `tells how it is used, and what the search is made of`() throws {
        #expect(try run(["--help"]) == (0, CommandLineOptions.help, ""))
        let graph = try Program(options: CommandLineOptions(parsing: ["--query", "a"])).graph
        #expect(try run(["--graph"]) == (0, GraphFormat.tree.picture(of: graph), ""))
    }

    @Test func `answers the query of the command line`() throws {
        let found = try run(Self.day + ["--query", "troms", "--limit", "1"])
        #expect(found.status == 0 && found.error.isEmpty)
        #expect(found.output.hasPrefix("Tromsø, Norway"))
        #expect(try run(["--query", "zzzz"]) == (1, "", "No city matches “zzzz”.\n"))
    }

    @Test func `says where its inspector is if it is asked for one, and answers all the same`() throws {
        let query = options + ["--query", "troms"]
        let (plain, inspected) = (try run(query), try run(query + ["--inspect"]))
        #expect(inspected.status == 0 && inspected.output == plain.output)
        #expect(inspected.error.hasPrefix("weather-search: inspector at http://127.0.0.1:"))
    }

    @Test func `answers the lines of standard input in order, and tells the worst status`() throws {
        let one = try run(options + ["--query", "troms"]).output
        let other = try run(options + ["--query", "reyk"]).output
        #expect(try run(options, input: "troms\n\n  \nreyk\n") == (0, one + "\n" + other, ""))
        let mixed = try run(options, input: "troms\nzzzz\n" + String(repeating: "x", count: 5_000) + "\nreyk")
        #expect(mixed.status == 65)
        #expect(mixed.output == one + "\n" + other)
        #expect(mixed.error.split(separator: "\n").count == 2)
    }

    @Test func `writes a page of what the search has done if it is asked for one`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "ws-\(UUID().uuidString.prefix(8)).html")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try run(options + ["--query", "troms", "--record", file.path()]).status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("troms"))
        let failure = try run(options + ["--query", "troms", "--record", file.path() + "/no/page"])
        #expect(failure.status == 74 && failure.error.contains("cannot be written"))
    }

    @Test func `tells what is wrong, with a status of its own`() throws {
        let usage = try run(["--limit", "0"])
        #expect(usage.status == 64 && usage.output.isEmpty)
        #expect(usage.error.hasSuffix("\nweather-search --help tells how it is used\n"))
        let missing = try run(["--data", "/no/cities", "--query", "a"])
        #expect(missing.status == 66 && missing.error.split(separator: "\n").count == 1)
        #expect(try run(["--status", "/no/server"]).status == 69)
    }

    /// Runs `body` while the command runs with `arguments` and few descriptors, then tells it to stop.
    ///
    /// - Parameter word: what the command says when it is ready: the first word of its first line of complaints.
    private func whileRunning(_ arguments: [String], until word: String, _ body: () async throws -> Void) async throws {
        let (command, complaints) = (Process(), Pipe())
        command.executableURL = URL(filePath: "/bin/sh")
        let script = #"ulimit -S -n 256; exec "$0" "$@""#
        command.arguments = ["-c", script, CommandProcess.url.path] + options + arguments
        command.standardError = complaints
        try command.run()
        var said = ""
        while !said.hasSuffix("\n") {
            let data = complaints.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            said += String(decoding: data, as: UTF8.self)
        }
        #expect(said == "weather-search: \(word) at \(arguments[1])\n")
        await #expect(throws: Never.self) { try await body() }
        command.terminate()
        command.waitUntilExit()
        #expect(command.terminationReason == .exit && command.terminationStatus == 0)
        let last = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(
            !last.contains(" 0 of them cut short") && !last.contains("Everything ended"), "a good end is no complaint")
    }

    private let address = NSTemporaryDirectory() + "ws-\(UUID().uuidString.prefix(8))"

    @Test func `serves queries, tells what it does, and ends when it is told to`() async throws {
        let lines = try run(options + ["--query", "troms"]).output.split(
            separator: "\n", omittingEmptySubsequences: false)
        try await whileRunning(["--serve", address], until: "listening") {
            var client = try await ServedClient(.path(address), sending: "troms\nzzzz\n")
            #expect(await client.answer() == lines.dropLast().map(String.init))
            #expect(await client.answer() == ["! No city matches “zzzz”."])
            let status = try run(["--status", address])
            #expect(status.status == 0 && status.error.isEmpty)
            #expect(status.output.hasPrefix("server       serving\n"))
            #expect(status.output.contains("2 answered"))
            #expect(status.output.contains(" of 2000;"), "it has raised the limit of descriptors")
        }
        #expect(try run(["--status", address]).status == 69)
    }

    @Test func `uses a runtime of another process, one client after the other`() async throws {
        let one = try run(options + ["--query", "troms"]).output
        let other = try run(options + ["--query", "reyk"]).output
        // No client waits for the end of a lease: each one leaves.
        try await whileRunning(["--host", address, "--lease", "600"], until: "hosting") {
            #expect(try run(["--connect", address, "--query", "troms"]) == (0, one, ""))
            let lines = try run(["--connect", address], input: "reyk\nzzzz\n")
            #expect(lines == (1, other, "No city matches “zzzz”.\n"))
        }
    }
}
