import Foundation
import Testing

@testable import WeatherSearch

@Suite("The built-in cities")
struct BuiltInCitiesTests {
    static let index = Result { CityIndex(cities: try CityFile(path: CityFileLocation.builtIn()).cities()) }

    @Test func `are all read`() throws { #expect(try Self.index.get().cities.count == 34_006) }

    @Test(arguments: [
        ("são p", "São Paulo"), ("SAO P", "São Paulo"), ("reykj", "Reykjavík"), ("tromso", "Tromsø"),
        ("lodz", "Łódź"), ("xian", "Xi’an"), ("new york", "New York City"), ("łodz", "Łódź"), ("laquila", "L'Aquila"),
    ])
    func `are found by what people type`(query: String, best: String) throws {
        #expect(try Self.index.get().search(query, limit: 1).map(\.name) == [best])
    }

    /// The model: every city, tested for the query in the plainest way.
    @Test(arguments: ["a", "san", "york", "o", "st j", "q", "é", "al a"])
    func `are found by the index as by looking at every one`(query: String) throws {
        let index = try Self.index.get()
        let prefix = FoldedName(query).bytes
        let expected = index.cities.enumerated().compactMap { position, city -> (place: Int, position: Int)? in
            let name = FoldedName(city.name)
            if name.bytes == prefix { return (0, position) }
            if name.bytes.starts(with: prefix) { return (1, position) }
            return name.laterWords.contains { name.bytes[$0...].starts(with: prefix) } ? (2, position) : nil
        }
        let ordered = expected.sorted { ($0.place, $0.position) < ($1.place, $1.position) }.map {
            index.cities[$0.position]
        }
        #expect(index.search(query, limit: .max) == ordered)
    }

    /// Every time zone that is used, at its easternmost and westernmost city.
    @Test("have their solar noon on the day that is asked for", arguments: ["2024-03-20", "2024-06-21", "2024-12-21"])
    func solarNoon(date: String) throws {
        let day = try #require(CalendarDay(date))
        let zones = Dictionary(grouping: try Self.index.get().cities, by: \.timeZoneIdentifier)
        for (identifier, cities) in zones {
            let timeZone = try #require(TimeZone(identifier: identifier), "\(identifier)")
            let byLongitude = cities.sorted { $0.longitude < $1.longitude }
            for city in [byLongitude[0], byLongitude[byLongitude.count - 1]] {
                let sun = SolarDay(day: day, latitude: city.latitude, longitude: city.longitude, timeZone: timeZone)
                #expect(CalendarDay(of: sun.solarNoon, in: timeZone) == day, "\(city.name)")
                if case .risesAndSets(let sunrise, let sunset) = sun.daylight {
                    #expect(sunrise < sun.solarNoon && sun.solarNoon < sunset, "\(city.name)")
                }
            }
        }
    }

    @Test func `are reported missing where they are not installed`() throws {
        let error = try #require(throws: CityFileError.self) {
            try CityFileLocation.builtIn(in: ["nowhere", "no/where"])
        }
        #expect("\(error)" == "cities.tsv: not found next to the program; looked in nowhere, no/where; use --data FILE")
        #expect(!error.isDamage)
    }
}
