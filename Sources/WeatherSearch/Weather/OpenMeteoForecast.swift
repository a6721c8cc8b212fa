import Foundation

/// The part of a response of Open-Meteo's forecast API that the program reads.
struct OpenMeteoForecast: Decodable {
    struct Current: Decodable {
        /// Seconds since 1970, as requested with `timeformat=unixtime`.
        let time: TimeInterval
        let temperature: Double
        let windSpeed: Double
        let weatherCode: Int

        enum CodingKeys: String, CodingKey {
            case time
            case temperature = "temperature_2m"
            case windSpeed = "wind_speed_10m"
            case weatherCode = "weather_code"
        }
    }

    struct Units: Decodable {
        let temperature: String
        let windSpeed: String

        enum CodingKeys: String, CodingKey {
            case temperature = "temperature_2m"
            case windSpeed = "wind_speed_10m"
        }
    }

    /// The response of the service in place of a forecast.
    struct Refusal: Decodable {
        let reason: String
    }

    let current: Current
    let units: Units

    enum CodingKeys: String, CodingKey {
        case current
        case units = "current_units"
    }

    var conditions: CurrentConditions {
        CurrentConditions(
            temperature: .init(value: current.temperature, unit: units.temperature.printable),
            windSpeed: .init(value: current.windSpeed, unit: units.windSpeed.printable),
            code: WeatherCode(rawValue: current.weatherCode)
        )
    }

    static func url(latitude: Double, longitude: Double) -> URL? {
        var address = URLComponents()
        address.scheme = "https"
        address.host = "api.open-meteo.com"
        address.path = "/v1/forecast"
        address.queryItems = [
            URLQueryItem(name: "latitude", value: String(latitude)),
            URLQueryItem(name: "longitude", value: String(longitude)),
            URLQueryItem(name: "current", value: "temperature_2m,wind_speed_10m,weather_code"),
            URLQueryItem(name: "timeformat", value: "unixtime"),
        ]
        return address.url
    }
}
