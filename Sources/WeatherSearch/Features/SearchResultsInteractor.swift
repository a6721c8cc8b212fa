import UnoArchitecture

/// Connects the query to the weather of the city that the user chooses from its results.
@Interactor<SearchResults.State, SearchResults.Action>
struct SearchResultsInteractor {
    let search: any CitySearch
    let weather: any WeatherService
    let debounce: Duration
    let clock: any Clock<Duration>

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState()) { state, action, dispatch in
            switch action {
            case .queryChanged(let query):
                state.follow(query)
                guard state.isChoiceDue, !query.isSearching else { return .state }
                return Self.choose(&state, dispatch)
            case .moved(let rows):
                guard let selection = state.selection else { return .none }
                state.selection = min(max(0, selection + rows), state.query.cities.count - 1)
                return .state
            case .chosen:
                guard state.query.isSearching || state.selection != nil else { return .none }
                return Self.choose(&state, dispatch)
            case .weatherChanged(let weather):
                state.weather = weather
                return .state
            case .query, .weather:
                return .none
            }
        }
        .when(stateIs: \.query, actionIs: \.query, stateAction: \.queryChanged) {
            SearchQueryInteractor(search: search, debounce: debounce, clock: clock)
        }
        .when(stateIs: \.weather, actionIs: \.weather, stateAction: \.weatherChanged) {
            CityWeatherInteractor(service: weather)
        }
    }

    /// Requests the weather of the selected city, or waits for the search whose result determines the city.
    private static func choose(
        _ state: inout DomainState,
        _ dispatch: Dispatcher<Action>
    ) -> Emission<DomainState> {
        state.isChoiceDue = state.query.isSearching
        guard !state.isChoiceDue, let city = state.selectedCity else { return .state }
        return .perform { _, _ in await dispatch(.weather(.load(city))) }
    }
}

extension SearchResults.State {
    /// Stores the new state of the query, and selects the best city of a new list.
    fileprivate mutating func follow(_ query: SearchQuery.State) {
        if query.text != self.query.text { isChoiceDue = false }
        if query.cities != self.query.cities { selection = query.cities.isEmpty ? nil : 0 }
        self.query = query
    }
}
