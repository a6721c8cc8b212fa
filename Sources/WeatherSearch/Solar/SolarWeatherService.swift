import Foundation

/// A weather service that needs no network: it reports only when the sun rises and sets.
struct SolarWeatherService: WeatherService {
    let time: ObservationTime

    init(time: ObservationTime = .system) {
        self.time = time
    }

    func report(for city: City) async throws -> WeatherReport {
        try WeatherReport(city: city, time: time, conditions: nil)
    }
}
