@testable import WeatherSearch

/// A weather service that answers every question with an error.
struct FailingWeatherService: WeatherService {
    let error: any Error

    func report(for city: City) async throws -> WeatherReport { throw error }
}
