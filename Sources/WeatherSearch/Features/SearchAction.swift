import UnoArchitecture

/// The actions of `SearchInteractor`.
@CasePathable
enum SearchAction: Sendable, Codable {
    /// An action for the results; the first one creates them.
    case search(SearchResults.Action)
    /// The results have changed to this.
    case searchResultsChanged(SearchResults.State)
    /// The user closed the results.
    case left
}

extension SearchAction {
    /// The query has changed to `text`.
    static func typed(_ text: String) -> SearchAction { .search(.query(.typed(text))) }

    /// Moves the selection down by this many rows.
    static func moved(by rows: Int) -> SearchAction { .search(.moved(by: rows)) }

    /// Chooses the selected city.
    static let chosen = SearchAction.search(.chosen)
}
