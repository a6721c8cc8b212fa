/// The feature of the weather in one city.
enum CityWeather {
    struct State: Sendable, Hashable {
        var phase = Phase.nothing
    }

    enum Phase: Sendable, Hashable {
        /// No city has been chosen. Then `loading`.
        case nothing
        /// The service has been asked. Then `report` or `failure`, or `nothing` where the service took the work back.
        case loading(City)
        /// The service has answered. Then `loading`.
        case report(WeatherReport)
        /// The service has no answer. Then `loading`.
        case failure(City, reason: String)
    }

    enum Action: Sendable {
        /// The weather of this city is wanted, and that of no other any more.
        case load(City)
    }

    /// The effects of the feature.
    enum Effect: Sendable {
        case load
    }
}
