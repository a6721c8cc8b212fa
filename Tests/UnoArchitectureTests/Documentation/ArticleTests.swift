import Foundation
import Testing

/// Holds the articles of the documentation to code that is compiled.
///
/// The code of `Title.md` is in `TitleExamples.swift`, in this folder.
@Suite("The articles of the documentation")
struct ArticleTests {
    private static let catalogs = [
        "Sources/UnoArchitecture/UnoArchitecture.docc", "Sources/UnoTesting/UnoTesting.docc",
        "Sources/UnoDistributed/UnoDistributed.docc",
    ]
    private static let examples = "Tests/UnoArchitectureTests/Documentation"

    private static let articles: [String] = catalogs.flatMap { catalog in
        let folder = CodeListing.package.appending(path: catalog)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalog)/\($0)" }
    }

    @Test("show only code that is compiled, line by line in its order", arguments: articles)
    func codeIsCompiled(path: String) throws {
        let article = try CodeListing(path)
        guard !article.blocks("swift").isEmpty else { return }
        let title = URL(filePath: path).deletingPathExtension().lastPathComponent
        try article.expectCode { _ in "\(Self.examples)/\(title)Examples.swift" }
    }
}
