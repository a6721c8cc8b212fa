import UnoArchitecture
import UnoPresentation

/// Maps the state of the search to the content of the screen.
struct ScreenContentReducer: ViewStateReducer {
    func reduce(_ domainState: SearchState, into viewState: inout ScreenContent) {
        viewState = ScreenContent(domainState)
    }
}

extension ScreenContent {
    /// The content of the screen for `state`.
    init(_ state: SearchState) {
        guard case .results(let results) = state else {
            self.init()
            return
        }
        self.init(
            query: results.query.text,
            results: results.query.cities,
            selection: results.selection,
            status: Self.status(of: results.query),
            detail: Detail(results.weather.phase)
        )
    }

    private static func status(of query: SearchQuery.State) -> String {
        if query.isSearching { return "Searching …" }
        if let failure = query.failure { return "The search failed: \(failure)" }
        return query.cities.isEmpty ? "No city matches" : ""
    }
}

extension ScreenContent.Detail {
    init(_ phase: CityWeather.Phase) {
        self =
            switch phase {
            case .nothing: .nothing
            case .loading(let city): .loading(city)
            case .report(let report): .report(report)
            case .failure(_, let reason): .failure(reason)
            }
    }
}
