import Testing

@testable import WeatherSearch

@Suite("A search of cities")
struct CityIndexTests {
    static let index = CityIndex(cities: [
        .sample("New York City", id: 1, countryCode: "US", country: "United States", population: 8_000_000),
        .sample("York", id: 2, countryCode: "GB", country: "United Kingdom", population: 200_000),
        .sample("Yorkton", id: 3, countryCode: "CA", country: "Canada", population: 300_000),
        .sample("York", id: 4, countryCode: "US", country: "United States", population: 40_000),
        .sample("Paris", id: 5, countryCode: "FR", country: "France", population: 2_000_000),
        .sample("Paris", id: 6, countryCode: "US", country: "United States", population: 20_000),
        .sample("São Paulo", id: 7, countryCode: "BR", country: "Brazil", population: 12_000_000),
        .sample("Misato, Saitama", id: 8, countryCode: "JP", country: "Japan", population: 140_000),
        .sample("Baden-Baden", id: 9, countryCode: "DE", country: "Germany", population: 50_000),
        .sample("L'Aquila", id: 10, countryCode: "IT", country: "Italy", population: 70_000),
    ])

    @Test(
        "ranks the whole name, the beginning of the name, a later word, then the population",
        arguments: [
            ("york", [2, 4, 3, 1]), ("yo", [3, 2, 4, 1]), ("YORK", [2, 4, 3, 1]), ("paris", [5, 6]), ("são p", [7]),
            ("sao p", [7]), ("paulo", [7]), ("york city", [1]), ("aulo", []), ("baden", [9]), ("aquila", [10]),
            ("laquila", [10]), ("zz", []),
        ])
    func ranking(query: String, identifiers: [Int]) { #expect(Self.index.search(query).map(\.id) == identifiers) }

    @Test(
        "keeps to a country that is named after the city",
        arguments: [
            ("paris, us", [6]), ("paris, united", [6]), ("paris, United States", [6]), ("paris united states", [6]),
            ("paris usa", [6]), ("paris, america", [6]), ("york, uk", [2]), ("york,", [2, 4, 3, 1]),
            ("york, u", [2, 4, 1]), ("new york us", [1]), ("paris, zz", []), ("misato, saitama", [8]),
            ("misato, saitama, jp", [8]), ("misato, japan", [8]), (", us", []),
        ])
    func country(query: String, identifiers: [Int]) { #expect(Self.index.search(query).map(\.id) == identifiers) }

    @Test("finds nothing for a query without letters", arguments: ["", " ", "\t", ".", "’", ",", " - "])
    func blank(query: String) { #expect(Self.index.search(query).isEmpty) }

    @Test(arguments: 0...5) func `is bounded by its limit, which cuts off the end`(limit: Int) {
        #expect(Self.index.search("york", limit: limit).map(\.id) == Array([2, 4, 3, 1].prefix(limit)))
    }

    @Test func `does not depend on the order of the cities`() {
        let reversed = CityIndex(cities: Self.index.cities.reversed())
        for query in ["york", "yo", "p", "s"] { #expect(reversed.search(query) == Self.index.search(query)) }
    }
}
