import AsyncKit
import Foundation
import TestSupport
import Testing

@testable import WeatherSearch

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The weather of Open-Meteo", .timeLimit(.hang))
struct OpenMeteoWeatherServiceTests {
    /// An answer of the forecast API, at 2024-06-21 12:00 UTC.
    static let forecast = """
        {"latitude":64.13062,"longitude":-21.904541,"generationtime_ms":0.0451803207397461,\
        "utc_offset_seconds":0,"timezone":"GMT","timezone_abbreviation":"GMT","elevation":23.0,\
        "current_units":{"time":"unixtime","interval":"seconds","temperature_2m":"°C",\
        "wind_speed_10m":"km/h","weather_code":"wmo code"},\
        "current":{"time":1718971200,"interval":900,"temperature_2m":11.2,"wind_speed_10m":18.4,"weather_code":61}}
        """

    static func service(status: Int = 200, body: String) -> OpenMeteoWeatherService {
        OpenMeteoWeatherService(transport: HTTPTransport { _ in .init(status: status, body: Data(body.utf8)) })
    }

    @Test func `is read from a recorded answer`() async throws {
        let report = try await Self.service(body: Self.forecast).report(for: .reykjavik)
        #expect(report.city == .reykjavik)
        #expect(report.instant == (try Date.sample("2024-06-21T12:00:00Z")))
        #expect(report.sun.day.description == "2024-06-21")
        let conditions = try #require(report.conditions)
        #expect(conditions.temperature == .init(value: 11.2, unit: "°C"))
        #expect(conditions.windSpeed == .init(value: 18.4, unit: "km/h"))
        #expect(conditions.code.words == "light rain")
    }

    @Test func `is asked for at the place of the city`() async throws {
        let asked = Locked<[URL]>([])
        let service = OpenMeteoWeatherService(
            transport: HTTPTransport { url in
                asked.withLock { $0.append(url) }
                return .init(status: 200, body: Data(Self.forecast.utf8))
            })
        _ = try await service.report(for: .reykjavik)
        let expected = """
            https://api.open-meteo.com/v1/forecast?latitude=64.13548&longitude=-21.89541\
            &current=temperature_2m,wind_speed_10m,weather_code&timeformat=unixtime
            """
        #expect(asked.withLock { $0.map(\.absoluteString) } == [expected])
    }

    @Test(
        "is an error when the answer is none",
        arguments: [
            (200, "<html>", WeatherServiceError.unreadableAnswer(reason: "it is not the JSON of a forecast")),
            (200, "", .unreadableAnswer(reason: "it is not the JSON of a forecast")),
            (200, "{}", .unreadableAnswer(reason: "“current” is missing")),
            (
                200, forecast.replacing("11.2", with: "\"warm\""),
                .unreadableAnswer(reason: "“current.temperature_2m” is not of its type")
            ),
            (
                200, forecast.replacing("11.2", with: "null"),
                .unreadableAnswer(reason: "“current.temperature_2m” is not of its type")
            ),
            (
                400, #"{"error":true,"reason":"Latitude out of range"}"#,
                .refused(status: 400, reason: "Latitude out of range")
            ),
            (503, "down", .refused(status: 503, reason: nil)),
        ])
    func unusableAnswer(status: Int, body: String, error: WeatherServiceError) async throws {
        await #expect(throws: error) { try await Self.service(status: status, body: body).report(for: .reykjavik) }
    }

    @Test("is an error when no answer comes", arguments: [WeatherServiceError.timedOut, .noNetwork(reason: "offline")])
    func noAnswer(error: WeatherServiceError) async {
        let service = OpenMeteoWeatherService(transport: HTTPTransport { _ in throw error })
        await #expect(throws: error) { try await service.report(for: .reykjavik) }
    }

    @Test func `is an error for a city in an unknown time zone`() async {
        let city = City.sample("Atlantis", timeZone: "Atlantic/Atlantis")
        await #expect(throws: WeatherServiceError.unknownTimeZone(identifier: "Atlantic/Atlantis")) {
            try await SolarWeatherService().report(for: city)
        }
    }

    @Test func `tells failures of the connection apart`() {
        #expect(HTTPTransport.failure(for: URLError(.cancelled)) is CancellationError)
        #expect(HTTPTransport.failure(for: CancellationError()) is CancellationError)
        #expect(HTTPTransport.failure(for: URLError(.timedOut)) as? WeatherServiceError == .timedOut)
        for code in [URLError.Code.notConnectedToInternet, .cannotFindHost, .cannotConnectToHost] {
            guard case .noNetwork? = HTTPTransport.failure(for: URLError(code)) as? WeatherServiceError else {
                Issue.record("\(code) is not told as missing network")
                continue
            }
        }
    }

    @Test func `is waited for no longer than stated, from the request to the last byte`() {
        let configuration = HTTPTransport.configuration(timeout: 7)
        #expect(configuration.timeoutIntervalForRequest == 7 && configuration.timeoutIntervalForResource == 7)
    }

    @Test func `does not let an answer write escape sequences`() async throws {
        let body = Self.forecast.replacing("°C", with: #"\u001b[2J"#)
        let report = try await Self.service(body: body).report(for: .reykjavik)
        #expect(report.conditions?.temperature.unit == "\u{FFFD}[2J")
    }

    @Test(
        "has words for codes, known and unknown",
        arguments: [(0, "clear sky"), (45, "fog"), (99, "thunderstorm with heavy hail"), (42, "weather code 42")])
    func words(code: Int, words: String) { #expect(WeatherCode(rawValue: code).words == words) }
}
