import Foundation
import Testing

/// Holds the articles of the documentation to code that is compiled.
///
/// The code of `Title.md` is in `TitleExamples.swift`, in this folder, or in the package outside if it needs a stand-in for another
/// package; that of a module's own page in the package outside, in a target that depends on nothing but this module and
/// `UnoArchitecture`. The package that "Getting started" makes is one, which `.ci/by-version` builds and tests.
@Suite("The articles of the documentation")
struct ArticleTests {
    private static let examples = "Tests/UnoArchitectureTests/Documentation"
    private static let bridges = "Tests/Outside/Bridges/Tests"
    private static let examplesOfModules = "Tests/Outside/Products"
    /// The first line of the test of the example's search, which stands with the tests of the example.
    private static let story = "func story() async throws {"
    private static let gettingStarted = "Sources/UnoArchitecture/UnoArchitecture.docc/GettingStarted.md"
    private static let firstPackage = "Tests/Outside/ByVersion/GettingStarted"

    private static let articles: [String] = names(in: "Sources").flatMap { module in
        let catalog = "Sources/\(module)/\(module).docc"
        return names(in: catalog).filter { $0.hasSuffix(".md") }.map { "\(catalog)/\($0)" }
    }

    private static func names(in folder: String) -> [String] {
        let folder = CodeListing.package.appending(path: folder)
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path()))?.sorted() ?? []
    }

    @Test("show only code that is compiled, line by line in its order", arguments: articles)
    func codeIsCompiled(path: String) throws {
        let article = try CodeListing(path)
        guard !article.blocks("swift").isEmpty, path != Self.gettingStarted else { return }
        let title = URL(filePath: path).deletingPathExtension().lastPathComponent
        let isPageOfModule = path == "Sources/\(title)/\(title).docc/\(title).md"
        let file = "\(title)Examples.swift"
        let folder = Self.names(in: Self.bridges).contains(file) ? Self.bridges : Self.examples
        try article.expectCode { block in
            if block.contains(Self.story) { return "Tests/WeatherSearchTests/Features/SearchStoryTests.swift" }
            return "\(isPageOfModule ? "\(Self.examplesOfModules)/\(title)" : folder)/\(file)"
        }
    }

    @Test("show a test of the example's search in fewer than 60 lines")
    func storyIsShort() throws {
        let blocks = try CodeListing("Sources/UnoTesting/UnoTesting.docc/Testing.md").blocks("swift")
        let test = try #require(blocks.first { $0.contains(Self.story) })
        #expect(test.count < 60)
        #expect(test.contains("await harness.finish()"))
    }

    @Test("make a whole package to begin with, each file of it")
    func firstPackageIsBuilt() throws {
        let files = [
            "Package.swift", "Sources/Scoreboard/Tally.swift", "Sources/Scoreboard/Main.swift",
            "Tests/ScoreboardTests/TallyTests.swift",
        ]
        let blocks = try CodeListing(Self.gettingStarted).blocks("swift")
        let lines = try files.map { try CodeListing("\(Self.firstPackage)/\($0)").lines.filter { !$0.isEmpty } }
        #expect(blocks == lines)
    }
}
