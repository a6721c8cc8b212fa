import Foundation
import Testing

/// Holds the articles of the documentation to code that is compiled.
///
/// The code of `Title.md` is in `TitleExamples.swift`, in this folder.
@Suite("The articles of the documentation")
struct ArticleTests {
    private static let catalog = "Sources/UnoArchitecture/UnoArchitecture.docc"
    private static let examples = "Tests/UnoArchitectureTests/Documentation"

    private static let titles: [String] = {
        let folder = CodeListing.package.appending(path: catalog)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
    }()

    @Test("show only code that is compiled, line by line in its order", arguments: titles)
    func codeIsCompiled(title: String) throws {
        let article = try CodeListing("\(Self.catalog)/\(title).md")
        guard !article.blocks("swift").isEmpty else { return }
        try article.expectCode { _ in "\(Self.examples)/\(title)Examples.swift" }
    }
}
