import Foundation

@testable import WeatherSearch

extension WeatherReport {
    /// The sun's day of 21 June 2024 in `city`.
    static func sample(_ city: City) throws -> WeatherReport {
        let noon = try Date.sample("2024-06-21T12:00:00Z")
        return try WeatherReport(city: city, time: .now { noon }, conditions: nil)
    }
}
