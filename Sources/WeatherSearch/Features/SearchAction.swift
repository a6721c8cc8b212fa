import UnoArchitecture

/// The actions of `SearchInteractor`.
@CasePathable
enum SearchAction: Sendable {
    /// For the results, which begin with the first of these.
    case search(SearchResults.Action)
    /// The results have changed to this.
    case searchResultsChanged(SearchResults.State)
    /// The results are not wanted any more.
    case left
}

extension SearchAction {
    /// The query has changed to `text`.
    static func typed(_ text: String) -> SearchAction { .search(.query(.typed(text))) }

    /// The selection goes down by so many rows.
    static func moved(by rows: Int) -> SearchAction { .search(.moved(by: rows)) }

    /// The selected city is wanted.
    static let chosen = SearchAction.search(.chosen)
}
