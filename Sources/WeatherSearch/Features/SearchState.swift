import UnoArchitecture

/// The state of `SearchInteractor`.
@CasePathable
enum SearchState: Sendable, Hashable {
    /// No query has been typed, or the results have been left. Then `results`.
    case idle
    /// A query has been typed. Then `results` with each change, or `idle`.
    case results(SearchResults.State)
}
