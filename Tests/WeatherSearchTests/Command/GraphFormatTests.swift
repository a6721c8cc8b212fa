import Foundation
import Testing
import UnoInspector
import UnoTesting

@testable import WeatherSearch

@Suite("The graph of the search")
struct GraphFormatTests {
    private let graph = GraphDescription(
        of: SearchInteractor(
            search: QuestionedCitySearch(), weather: QuestionedWeatherService(), debounce: .milliseconds(120),
            clock: TestClock()))

    @Test func `is the one that the README shows`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("```mermaid\n\(GraphFormat.mermaid.picture(of: graph))```\n"))
    }

    @Test func `is shown in each format`() {
        #expect(GraphFormat.tree.picture(of: graph) == graph.tree + "\n")
        #expect(graph.tree.contains("SearchQueryInteractor: for \\.query, state \\.query, back as \\.queryChanged\n"))
        #expect(GraphFormat.dot.picture(of: graph) == graph.graphviz)
        #expect(GraphFormat.svg.picture(of: graph) == graph.svg)
    }
}
