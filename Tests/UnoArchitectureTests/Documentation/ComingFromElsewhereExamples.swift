// The code of the article "Coming from elsewhere", compiled as it stands there; `ArticleTests` holds the two together. The articles
// about each of the other architectures have a file each, and use this catalogue.

struct Catalogue: Sendable {
    var titles: @Sendable (String) async throws -> [String]
}
