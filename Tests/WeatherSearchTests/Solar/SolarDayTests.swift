import Foundation
import Testing

@testable import WeatherSearch

@Suite("The sun's day")
struct SolarDayTests {
    struct Place: Sendable {
        let latitude: Double
        let longitude: Double
        let timeZone: String

        func day(_ date: String) throws -> SolarDay {
            SolarDay(
                day: try #require(CalendarDay(date)), latitude: latitude, longitude: longitude,
                timeZone: try #require(TimeZone(identifier: timeZone)))
        }
    }

    static let places = [
        "London": Place(latitude: 51.50853, longitude: -0.12574, timeZone: "Europe/London"),
        "Reykjavík": Place(latitude: 64.13548, longitude: -21.89541, timeZone: "Atlantic/Reykjavik"),
        "New York": Place(latitude: 40.71427, longitude: -74.00597, timeZone: "America/New_York"),
        "Sydney": Place(latitude: -33.86785, longitude: 151.20732, timeZone: "Australia/Sydney"),
        "Quito": Place(latitude: -0.22985, longitude: -78.52495, timeZone: "America/Guayaquil"),
        "Tromsø": Place(latitude: 69.6489, longitude: 18.95508, timeZone: "Europe/Oslo"),
        "Kiritimati": Place(latitude: 1.87, longitude: -157.36, timeZone: "Pacific/Kiritimati"),
    ]

    /// Almanac times with their offset from UTC, as printed to the minute.
    @Test(
        "agrees with the almanac within three minutes",
        arguments: [
            ("London", "2024-06-20", "2024-06-20T04:43:00+01:00", "2024-06-20T21:21:00+01:00"),
            ("Reykjavík", "2024-06-21", "2024-06-21T02:55:00Z", "2024-06-22T00:03:00Z"),
            ("New York", "2024-12-21", "2024-12-21T07:16:00-05:00", "2024-12-21T16:31:00-05:00"),
            ("Sydney", "2024-12-21", "2024-12-21T05:41:00+11:00", "2024-12-21T20:05:00+11:00"),
            ("Quito", "2024-03-20", "2024-03-20T06:17:00-05:00", "2024-03-20T18:24:00-05:00"),
        ])
    func almanac(place: String, date: String, sunrise: String, sunset: String) throws {
        let day = try #require(Self.places[place]).day(date)
        guard case .risesAndSets(let rise, let set) = day.daylight else {
            Issue.record("\(place) has \(day.daylight)")
            return
        }
        #expect(abs(rise.timeIntervalSince(try .sample(sunrise))) <= 180, "sunrise \(rise)")
        #expect(abs(set.timeIntervalSince(try .sample(sunset))) <= 180, "sunset \(set)")
        #expect(day.dayLength == set.timeIntervalSince(rise))
    }

    @Test(arguments: ["2024-05-25", "2024-06-21", "2024-07-20"])
    func `has no sunrise and no sunset inside the polar circle`(date: String) throws {
        let day = try #require(Self.places["Tromsø"]).day(date)
        #expect(day.daylight == .polarDay)
        #expect(day.dayLength == 86_400)
    }

    @Test("has no daylight in the polar night", arguments: ["2024-12-01", "2024-12-21", "2025-01-10"])
    func polarNight(date: String) throws {
        let day = try #require(Self.places["Tromsø"]).day(date)
        #expect(day.daylight == .polarNight)
        #expect(day.dayLength == 0)
    }

    @Test("passes through a year at Tromsø without a gap")
    func polarYear() throws {
        let place = try #require(Self.places["Tromsø"])
        let start = try Date.sample("2024-01-01T12:00:00Z")
        let zone = try #require(TimeZone(identifier: place.timeZone))
        var phases: [String] = []
        for offset in 0..<366 {
            let date = CalendarDay(of: start + Double(offset) * 86_400, in: zone)
            let day = try place.day(date.description)
            #expect((0...86_400).contains(day.dayLength))
            let phase =
                switch day.daylight {
                case .risesAndSets: "both"
                case .risesOnly: "rise"
                case .setsOnly: "set"
                case .polarDay: "day"
                case .polarNight: "night"
                }
            if phases.last != phase { phases.append(phase) }
        }
        // Between the seasons a day with one crossing may fall away, but their order is fixed.
        #expect(phases.filter { $0 != "rise" && $0 != "set" } == ["night", "both", "day", "both", "night"])
    }

    @Test func `has each sunrise and each sunset to the second`() throws {
        let place = try #require(Self.places["London"])
        let start = try Date.sample("2024-01-01T12:00:00Z")
        let zone = try #require(TimeZone(identifier: place.timeZone))
        func isUp(_ instant: Date) -> Bool {
            SolarPosition(at: instant).altitude(latitude: place.latitude, longitude: place.longitude) >= -0.833
        }
        for offset in 0..<366 {
            let day = try place.day(CalendarDay(of: start + Double(offset) * 86_400, in: zone).description)
            guard case .risesAndSets(let rise, let set) = day.daylight else {
                Issue.record("\(day.day) has \(day.daylight)")
                return
            }
            #expect(isUp(rise) && !isUp(rise - 1), "sunrise \(rise)")
            #expect(isUp(set) && !isUp(set + 1), "sunset \(set)")
        }
    }

    @Test("has its noon on the day that is asked for, on both sides of the date line", arguments: places.keys.sorted())
    func noonIsOnTheDay(name: String) throws {
        let place = try #require(Self.places[name])
        let zone = try #require(TimeZone(identifier: place.timeZone))
        // The days on which the clocks change in London and in New York are among these.
        for date in ["2024-01-01", "2024-03-10", "2024-03-31", "2024-10-27", "2024-12-31"] {
            let day = try place.day(date)
            #expect(CalendarDay(of: day.solarNoon, in: zone).description == date)
            let noon = SolarPosition(at: day.solarNoon).hourAngle(longitude: place.longitude)
            #expect(abs(noon) < 0.01)
        }
    }
}
