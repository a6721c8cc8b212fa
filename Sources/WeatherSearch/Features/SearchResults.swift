import UnoArchitecture

/// The feature of a query, the cities that match it, and the weather of a chosen one.
enum SearchResults {
    struct State: Sendable, Hashable {
        var query = SearchQuery.State()
        /// The index of the chosen row in `query.cities`; nil exactly when there are none.
        var selection: Int?
        /// A city was chosen before the answer to the query came: the best one of the answer is meant.
        var isChoiceDue = false
        var weather = CityWeather.State()

        var selectedCity: City? { selection.map { query.cities[$0] } }
    }

    @CasePathable
    enum Action: Sendable {
        case query(SearchQuery.Action)
        case queryChanged(SearchQuery.State)
        /// The selection goes down by so many rows, and stays within the list.
        case moved(by: Int)
        /// The weather of the selected city is wanted.
        case chosen
        case weather(CityWeather.Action)
        case weatherChanged(CityWeather.State)
    }
}
