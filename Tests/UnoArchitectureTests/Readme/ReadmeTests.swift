import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("The README", .timeLimit(.hang))
struct ReadmeTests {
    private static let examples = "Tests/UnoArchitectureTests/Readme/ReadmeExamples.swift"

    private let readme: CodeListing

    init() throws {
        readme = try CodeListing("README.md")
    }

    @Test("shows only code that is compiled here, line by line in its order")
    func codeIsCompiled() throws {
        #expect(readme.blocks("swift").count == 4)
        try readme.expectCode { block in
            block.contains { $0.hasPrefix(".package(") }
                ? "Tests/Outside/ByVersion/GettingStarted/Package.swift"
                : Self.examples
        }
    }

    @Test("has a complete feature by line 25")
    func featureComesEarly() {
        let start = readme.lines.prefix(25).joined(separator: "\n")
        #expect(start.contains("@Interactor\nstruct Counter {"))
        #expect(start.contains("await runtime.send(.load).finish()"))
    }

    @Test("names two commands, which the gate runs")
    func commandsAreRun() throws {
        let commands = try #require(readme.blocks("sh").first)
        #expect(commands == ["swift run weather-search --query reykj", "swift test"])
        let gate = try CodeListing(".ci/run").lines
        for command in commands {
            #expect(gate.contains { $0.hasPrefix(command) }, "The gate does not run \(command)")
        }
    }

    @Test("shows a feature that loads, and streams of its states")
    func firstFeatureRuns() async {
        let runtime = await ReadmeFirstFeature.run()
        #expect(await runtime.state?.count == 42)
        let (actions, continuation) = AsyncStream<ReadmeFirstFeature.Counter.Action>.makeStream()
        continuation.yield(.increment)
        continuation.finish()
        let watching = Task {
            var seen: [Int] = []
            let states = await ReadmeFirstFeature.watch(runtime, actions: actions) { seen.append($0) }
            var hosted: [Int] = []
            for await state in states { hosted.append(state.count) }
            return (seen, hosted)
        }
        await runtime.shutdown(.drain)
        let (seen, hosted) = await watching.value
        #expect(seen == [42] || seen.isEmpty)
        #expect(hosted == [0, 1])
    }

    @Test("shows a test that passes")
    func testPasses() async { await ReadmeFirstFeature.test() }

    @Test("The documentation of validate shows marble diagrams that hold")
    func marblesHold() async throws {
        await ReadmeMarbles.sequence()
        await ReadmeMarbles.interactor()
        let validate = try CodeListing("Sources/UnoTesting/Marbles/Validate.swift")
        #expect(validate.blocks("swift").count == 2)
        try validate.expectCode { _ in Self.examples }
    }
}
