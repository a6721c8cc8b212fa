/// Measured or forecast weather at one time.
struct CurrentConditions: Sendable, Hashable, Codable {
    struct Quantity: Sendable, Hashable, Codable {
        let value: Double
        /// The unit as the service names it, such as `°C`.
        let unit: String
    }

    let temperature: Quantity
    let windSpeed: Quantity
    let code: WeatherCode
}
