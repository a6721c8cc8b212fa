import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@Suite("The README")
struct ReadmeTests {
    /// The lines of a file of the package, without indentation and blank lines.
    private func lines(_ path: String) throws -> [String] {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: package.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func blocks(_ language: String, in readme: [String]) -> [[String]] {
        var blocks: [[String]] = []
        var open: [String]?
        for line in readme {
            if let block = open {
                if line == "```" { blocks.append(block) }
                open = line == "```" ? nil : block + [line]
            } else if line == "```" + language {
                open = []
            }
        }
        return blocks.map { $0.filter { !$0.isEmpty } }
    }

    @Test("shows only code that is compiled here, line by line in its order")
    func codeIsCompiled() throws {
        let examples = try lines("Tests/UnoArchitectureTests/Readme/ReadmeExamples.swift")
        let story = try lines("Tests/WeatherSearchTests/Features/SearchStoryTests.swift")
        let shown = blocks("swift", in: try lines("README.md"))
        #expect(shown.count == 4)
        for block in shown {
            var rest =
                block.contains("@Test(\"finds what is typed last, and nothing else\")") ? story[...] : examples[...]
            for line in block {
                guard let place = rest.firstIndex(of: line) else {
                    Issue.record("The README shows a line that is not compiled here, in this order: \(line)")
                    break
                }
                rest = rest[(place + 1)...]
            }
        }
    }

    @Test("shows a test of the search in fewer than 60 lines")
    func testIsShort() throws {
        let test = try #require(blocks("swift", in: try lines("README.md")).last)
        #expect(test.count < 60)
        #expect(test.contains("await harness.finish()"))
    }

    @Test("has a complete feature by line 25")
    func featureComesEarly() throws {
        let start = try lines("README.md").prefix(25).joined(separator: "\n")
        #expect(start.contains("@Interactor\nstruct Counter {"))
        #expect(start.contains("await runtime.send(.load).finish()"))
    }

    @Test("names two commands, which the gate runs")
    func commandsAreRun() throws {
        let commands = try #require(blocks("sh", in: try lines("README.md")).first)
        #expect(commands == ["swift run weather-search --query reykj", "swift test"])
        let gate = try lines(".ci/run")
        for command in commands {
            #expect(gate.contains { $0.hasPrefix(command) }, "The gate does not run \(command)")
        }
    }

    @Test("shows a feature that loads, and streams of its states")
    func firstFeatureRuns() async {
        let runtime = await ReadmeFirstFeature.run()
        #expect(await runtime.state.count == 42)
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

    @Test("shows a search that waits for the typing to stop, and enters its results")
    func compositionRuns() async {
        let clock = TestClock()
        let index = ReadmeComposition.Index(cities: ["paris", "parma", "porto"])
        let runtime = Runtime(ReadmeComposition.Search(clock: clock, index: index))
        runtime.send(.query("p"))
        let last = runtime.send(.query("par"))
        await clock.waitForSleepers(1)
        #expect(await runtime.state == .idle)
        clock.advance(by: .milliseconds(300))
        await last.finish()
        #expect(await runtime.state == .results(.init(matches: ["paris", "parma"])))
        await runtime.shutdown(.drain)
    }
}
