@testable import WeatherSearch

extension City {
    /// A city of which only what a test is about is told.
    static func sample(
        _ name: String, id: Int = 1, countryCode: String = "IS", country: String = "Iceland",
        latitude: Double = 64.13548, longitude: Double = -21.89541, population: Int = 0,
        timeZone: String = "Atlantic/Reykjavik"
    ) -> City {
        City(
            id: id, name: name, countryCode: countryCode, country: country, latitude: latitude, longitude: longitude,
            population: population, timeZoneIdentifier: timeZone)
    }

    static let reykjavik = sample("Reykjavík", id: 3_413_829, population: 118_918)

    static let tromso = sample(
        "Tromsø", id: 3_133_895, countryCode: "NO", country: "Norway", latitude: 69.6489, longitude: 18.95508,
        population: 41_915, timeZone: "Europe/Oslo")
}
