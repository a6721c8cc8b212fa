import UnoArchitecture

/// The whole program as a feature: nothing until a query is typed, its results from then on.
///
/// What belongs to the results lives and ends with them: `.left` cancels a search or a load that is under way.
@Interactor<SearchState, SearchAction>
struct SearchInteractor {
    let search: any CitySearch
    let weather: any WeatherService
    /// How long a query rests before it is searched for.
    let debounce: Duration
    let clock: any Clock<Duration>

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
            SearchResultsInteractor(search: search, weather: weather, debounce: debounce, clock: clock)
        }
    }
}
