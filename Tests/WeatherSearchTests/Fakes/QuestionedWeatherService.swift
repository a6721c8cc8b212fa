@testable import WeatherSearch

/// A weather service whose answers the test gives.
struct QuestionedWeatherService: WeatherService {
    let questions = Questions<City, WeatherReport>()

    func report(for city: City) async throws -> WeatherReport { try await questions.ask(city) }
}
