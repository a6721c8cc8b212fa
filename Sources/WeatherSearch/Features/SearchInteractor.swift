import UnoArchitecture

/// The whole program as a feature: idle until a query is typed, then the results of the query.
///
/// State and effects of the results end with them: `.left` cancels a running search or load.
@Interactor<SearchState, SearchAction>
struct SearchInteractor {
    private let results: SearchResultsInteractor

    /// - Parameter debounce: how long the typing must pause before the search starts.
    init(search: any CitySearch, weather: any WeatherService, debounce: Duration, clock: any Clock<Duration>) {
        results = SearchResultsInteractor(search: search, weather: weather, debounce: debounce, clock: clock)
    }

    var body: some InteractorOf<Self> {
        Interact(initialValue: DomainState.idle) { state, action in
            switch action {
            case .search:
                return .none
            case .searchResultsChanged(let results):
                state = .results(results)
                return .state
            case .left:
                state = .idle
                return .state
            }
        }
        .when(stateIs: \.results, actionIs: \.search, stateAction: \.searchResultsChanged) {
            results
        }
    }
}
