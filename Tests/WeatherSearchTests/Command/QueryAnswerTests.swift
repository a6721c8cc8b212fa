import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import WeatherSearch

@Suite("The answer to a query", .timeLimit(.hang))
struct QueryAnswerTests {
    let search = IndexedCitySearch(index: CityIndex(cities: [.reykjavik, .tromso]), limit: 5)

    func makeRuntime(_ weather: some WeatherService) -> Runtime<SearchState, SearchAction> {
        Runtime(SearchInteractor(search: search, weather: weather, debounce: .zero, clock: TestClock()))
    }

    func answer(to query: String, weather: some WeatherService) async throws -> QueryAnswer {
        try await QueryAnswer(to: query, from: makeRuntime(weather), formatter: ReportFormatter())
    }

    @Test func `holds the cities and the weather of the best one`() async throws {
        let day = try #require(CalendarDay("2024-06-21"))
        let answer = try await answer(to: "reykj", weather: SolarWeatherService(time: .noon(day)))
        let output = """
            Reykjavík, Iceland  118,918

            Weather in Reykjavík, Iceland
            sunrise 02:55, sunset 00:04 (next day)
            day length 21 h 8 min, solar noon 13:30
            local time 2024-06-21 12:00 (Atlantic/Reykjavik)

            """
        #expect(answer == QueryAnswer(output: output))
    }

    @Test(arguments: ["zz", "", "z\u{1B}[2J"]) func `is a complaint when nothing matches`(query: String) async throws {
        let answer = try await answer(to: query, weather: SolarWeatherService())
        #expect(answer == QueryAnswer(complaint: "No city matches “\(query.printable)”.", status: .noMatch))
        #expect(answer.complaint?.contains("\u{1B}") == false)
    }

    @Test func `holds the cities when there is no weather`() async throws {
        let answer = try await answer(to: "troms", weather: FailingWeatherService(error: WeatherServiceError.timedOut))
        let complaint = "No weather for Tromsø, Norway: the weather service did not answer in time."
        #expect(answer == QueryAnswer(output: "Tromsø, Norway  41,915\n", complaint: complaint, status: .unavailable))
    }

    @Test func `keeps nothing of the query before`() async throws {
        let runtime = makeRuntime(FailingWeatherService(error: WeatherServiceError.timedOut))
        let formatter = ReportFormatter()
        let first = try await QueryAnswer(to: "troms", from: runtime, formatter: formatter)
        let second = try await QueryAnswer(to: "zz", from: runtime, formatter: formatter)
        let third = try await QueryAnswer(to: "troms", from: runtime, formatter: formatter)
        #expect([first.status, second.status, third.status] == [.unavailable, .noMatch, .unavailable])
        #expect(first == third)
    }

    /// Loses every query, and is cancelled with the third.
    private struct LostHost: QueryHost {
        let asked = Record<Void>()

        func perform(_ action: SearchAction) async throws {
            asked.append()
            if asked.count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            throw QueryAnswer.Interrupted()
        }

        func currentState() async throws -> SearchState? { nil }
    }

    @Test func `is asked for again when the query was interrupted, until the task is cancelled`() async {
        let host = LostHost()
        let asking = Task { try await host.answer(to: "troms", formatter: ReportFormatter()) }
        await #expect(throws: CancellationError.self) { try await asking.value }
        #expect(host.asked.count == 3)
    }

    @Test func `is none when the task is cancelled`() async {
        await #expect(throws: CancellationError.self) {
            try await answer(to: "troms", weather: FailingWeatherService(error: CancellationError()))
        }
    }
}
