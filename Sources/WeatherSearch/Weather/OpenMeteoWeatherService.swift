import Foundation

/// The current weather from https://open-meteo.com, with the sun as `SolarWeatherService` tells it.
struct OpenMeteoWeatherService: WeatherService {
    let transport: HTTPTransport

    init(transport: HTTPTransport = .urlSession()) {
        self.transport = transport
    }

    func report(for city: City) async throws -> WeatherReport {
        guard let url = OpenMeteoForecast.url(latitude: city.latitude, longitude: city.longitude) else {
            throw WeatherServiceError.noNetwork(reason: "the address of the service is not valid")
        }
        let answer = try await transport.get(url)
        guard answer.status == 200 else {
            let refusal = try? JSONDecoder().decode(OpenMeteoForecast.Refusal.self, from: answer.body)
            throw WeatherServiceError.refused(status: answer.status, reason: refusal?.reason)
        }
        let forecast: OpenMeteoForecast
        do {
            forecast = try JSONDecoder().decode(OpenMeteoForecast.self, from: answer.body)
        } catch {
            throw WeatherServiceError.unreadableAnswer(reason: Self.reason(of: error))
        }
        let observed = Date(timeIntervalSince1970: forecast.current.time)
        return try WeatherReport(city: city, time: .now { observed }, conditions: forecast.conditions)
    }

    /// The invalid field, if the decoder knows it.
    private static func reason(of error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _):
            "“\(key.stringValue)” is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "“\(context.codingPath.map(\.stringValue).joined(separator: "."))” is not of its type"
        default:
            "it is not the JSON of a forecast"
        }
    }
}
