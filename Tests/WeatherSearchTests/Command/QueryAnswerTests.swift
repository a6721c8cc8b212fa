import Testing

@testable import WeatherSearch

@Suite("The answer to a query")
struct QueryAnswerTests {
    struct FailingWeatherService: WeatherService {
        let error: any Error

        func report(for city: City) async throws -> WeatherReport { throw error }
    }

    let search = IndexedCitySearch(index: CityIndex(cities: [.reykjavik, .tromso]), limit: 5)

    func answer(to query: String, weather: some WeatherService) async throws -> QueryAnswer {
        try await QueryAnswer(to: query, search: search, weather: weather, formatter: ReportFormatter())
    }

    @Test("holds the cities and the weather of the best one")
    func success() async throws {
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

    @Test("is a complaint when nothing matches", arguments: ["zz", "", "z\u{1B}[2J"])
    func noMatch(query: String) async throws {
        let answer = try await answer(to: query, weather: SolarWeatherService())
        #expect(answer == QueryAnswer(complaint: "No city matches “\(query.printable)”.", status: .noMatch))
        #expect(answer.complaint?.contains("\u{1B}") == false)
    }

    @Test("holds the cities when there is no weather")
    func noWeather() async throws {
        let answer = try await answer(to: "troms", weather: FailingWeatherService(error: WeatherServiceError.timedOut))
        let complaint = "No weather for Tromsø, Norway: the weather service did not answer in time."
        #expect(answer == QueryAnswer(output: "Tromsø, Norway  41,915\n", complaint: complaint, status: .unavailable))
    }

    @Test("is none when the task is cancelled")
    func cancelled() async {
        await #expect(throws: CancellationError.self) {
            try await answer(to: "troms", weather: FailingWeatherService(error: CancellationError()))
        }
    }
}
