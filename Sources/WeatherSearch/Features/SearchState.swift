import UnoArchitecture

/// The state of `SearchInteractor`.
@CasePathable
enum SearchState: Sendable, Hashable, Codable {
    /// No query has been typed, or the user closed the results. Then `results`.
    case idle
    /// A query has been typed. Then `results` again after each change, or `idle`.
    case results(SearchResults.State)
}
