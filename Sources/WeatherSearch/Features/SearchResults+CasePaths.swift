import UnoArchitecture

extension SearchResults.Action: CasePathable {
    struct AllCasePaths: Sendable {
        let query = AnyCasePath<SearchResults.Action, SearchQuery.Action>(
            embed: { .query($0) },
            extract: { if case .query(let action) = $0 { action } else { nil } }
        )
        let queryChanged = AnyCasePath<SearchResults.Action, SearchQuery.State>(
            embed: { .queryChanged($0) },
            extract: { if case .queryChanged(let query) = $0 { query } else { nil } }
        )
        let weather = AnyCasePath<SearchResults.Action, CityWeather.Action>(
            embed: { .weather($0) },
            extract: { if case .weather(let action) = $0 { action } else { nil } }
        )
        let weatherChanged = AnyCasePath<SearchResults.Action, CityWeather.State>(
            embed: { .weatherChanged($0) },
            extract: { if case .weatherChanged(let weather) = $0 { weather } else { nil } }
        )
    }

    static let allCasePaths = AllCasePaths()
}
