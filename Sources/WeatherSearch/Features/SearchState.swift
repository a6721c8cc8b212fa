import UnoArchitecture

/// The state of `SearchInteractor`.
enum SearchState: Sendable, Hashable {
    /// No query has been typed, or the results have been left. Then `results`.
    case idle
    /// A query has been typed. Then `results` with each change, or `idle`.
    case results(SearchResults.State)
}

extension SearchState: CasePathable {
    struct AllCasePaths: Sendable {
        let results = AnyCasePath<SearchState, SearchResults.State>(
            embed: { .results($0) },
            extract: { if case .results(let results) = $0 { results } else { nil } }
        )
    }

    static let allCasePaths = AllCasePaths()
}
