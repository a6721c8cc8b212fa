import UnoArchitecture

/// The feature of a query, the cities that match it, and the weather of a chosen one.
enum SearchResults {
    struct State: Sendable, Hashable, Codable {
        var query = SearchQuery.State()
        /// The index of the chosen row in `query.cities`; nil exactly when there are none.
        var selection: Int?
        /// The user chose a city before the search ended: its best result is the chosen city.
        var isChoiceDue = false
        var weather = CityWeather.State()

        var selectedCity: City? { selection.map { query.cities[$0] } }
    }

    @CasePathable
    enum Action: Sendable, Codable {
        case query(SearchQuery.Action)
        case queryChanged(SearchQuery.State)
        /// Moves the selection down by this many rows, within the list.
        case moved(by: Int)
        /// Requests the weather of the selected city.
        case chosen
        case weather(CityWeather.Action)
        case weatherChanged(CityWeather.State)
    }
}
