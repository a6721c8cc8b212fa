/// The feature of the weather in one city.
enum CityWeather {
    struct State: Sendable, Hashable, Codable {
        var phase = Phase.nothing
    }

    enum Phase: Sendable, Hashable, Codable {
        /// No city has been chosen. Then `loading`.
        case nothing
        /// The service is loading the report. Then `report` or `failure`, or `nothing` if the service cancelled it.
        case loading(City)
        /// The service returned a report. Then `loading`.
        case report(WeatherReport)
        /// The service failed. Then `loading`.
        case failure(City, reason: String)
    }

    enum Action: Sendable, Codable {
        /// Loads the weather of this city; a load for another city is cancelled.
        case load(City)
    }

    /// The effects of the feature.
    enum Effect: Sendable {
        case load
    }
}
