import Foundation
import Testing

@testable import WeatherSearch

@Suite("A report in plain text")
struct ReportFormatterTests {
    let formatter = ReportFormatter()

    func report(
        _ city: City, _ daylight: SolarDay.Daylight? = nil, conditions: CurrentConditions? = nil
    ) throws -> WeatherReport {
        let instant = try Date.sample("2024-06-21T12:00:59Z")
        let report = try WeatherReport(city: city, time: .now { instant }, conditions: conditions)
        let sun = SolarDay(
            day: report.sun.day, solarNoon: report.sun.solarNoon, daylight: daylight ?? report.sun.daylight)
        return WeatherReport(
            city: city, timeZone: report.timeZone, instant: report.instant, sun: sun, conditions: conditions)
    }

    @Test func `lists names, countries and grouped populations in columns`() {
        let cities = [
            City.sample("São Paulo", country: "Brazil", population: 12_400_232),
            .sample("Ur", country: "Iraq"),
            .sample("東京", country: "Japan", population: 1_000),
        ]
        let expected = """
            São Paulo, Brazil          12,400,232
            Ur, Iraq           population unknown
            東京, Japan                     1,000
            """
        #expect(formatter.lines(of: cities).joined(separator: "\n") == expected)
        #expect(formatter.lines(of: []).isEmpty)
        #expect(formatter.lines(of: [.sample("Ur", country: "Iraq", population: 1)]) == ["Ur, Iraq  1"])
    }

    @Test func `says when a sunset falls on the next day`() throws {
        let expected = """
            Weather in Reykjavík, Iceland
            sunrise 02:55, sunset 00:04 (next day)
            day length 21 h 8 min, solar noon 13:30
            local time 2024-06-21 12:00 (Atlantic/Reykjavik)
            """
        #expect(formatter.lines(of: try report(.reykjavik)).joined(separator: "\n") == expected)
    }

    @Test func `says in words that the sun does not cross the horizon`() throws {
        let event = try Date.sample("2024-06-21T22:30:00Z")
        let texts: [(SolarDay.Daylight, String)] = [
            (.polarDay, "no sunrise and no sunset: polar day, the sun stays up"),
            (.polarNight, "no sunrise and no sunset: polar night, the sun stays down"),
            (.risesOnly(sunrise: event - 86_400), "sunrise 00:30, no sunset: the polar day begins"),
            (.setsOnly(sunset: event), "no sunrise, sunset 00:30 (next day): the polar day ends"),
            (
                .risesAndSets(sunrise: event - 90_000, sunset: event - 3_600),
                "sunrise 23:30 (the day before), sunset 23:30"
            ),
        ]
        for (daylight, text) in texts { #expect(formatter.lines(of: try report(.tromso, daylight))[1] == text) }
    }

    @Test func `tells measured weather before the sun`() throws {
        let conditions = CurrentConditions(
            temperature: .init(value: -3.5, unit: "°C"), windSpeed: .init(value: 18, unit: "km/h"),
            code: WeatherCode(rawValue: 71))
        let lines = formatter.lines(of: try report(.tromso, conditions: conditions))
        #expect(lines[1] == "-3.5 °C, light snowfall, wind 18.0 km/h")
    }
}
