@testable import WeatherSearch

/// A search whose answers the test gives.
struct QuestionedCitySearch: CitySearch {
    let questions = Questions<String, [City]>()

    func cities(matching query: String) async throws -> [City] { try await questions.ask(query) }
}
