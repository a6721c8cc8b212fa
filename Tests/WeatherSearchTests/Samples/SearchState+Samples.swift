@testable import WeatherSearch

extension SearchState {
    /// The results; nil while there are none.
    var results: SearchResults.State? {
        if case .results(let results) = self { results } else { nil }
    }
}
