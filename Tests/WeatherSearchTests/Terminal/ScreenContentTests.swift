import Testing

@testable import WeatherSearch

@Suite("What the screen shows")
struct ScreenContentTests {
    @Test func `is empty while the search is idle`() { #expect(ScreenContent(.idle) == ScreenContent()) }

    @Test(arguments: [
        (SearchQuery.State(text: "r", isSearching: true), "Searching …"),
        (SearchQuery.State(text: "r", cities: [.reykjavik]), ""),
        (SearchQuery.State(text: "zz"), "No city matches"),
        (SearchQuery.State(text: "r", failure: "no index"), "The search failed: no index"),
    ])
    func `tells of the search in one line`(query: SearchQuery.State, expected: String) {
        #expect(ScreenContent(.results(.init(query: query))).status == expected)
    }

    @Test func `holds the query, the results, the selection and the weather`() throws {
        let report = try WeatherReport.sample(.tromso)
        let state = SearchResults.State(
            query: SearchQuery.State(text: "r", cities: [.reykjavik, .tromso]), selection: 1,
            weather: CityWeather.State(phase: .report(report)))
        let expected = ScreenContent(query: "r", results: [.reykjavik, .tromso], selection: 1, detail: .report(report))
        #expect(ScreenContent(.results(state)) == expected)
    }
}
