/// Finds cities by the beginning of their name, of a later word in it, or of both with a country.
///
/// The order of results: the whole name first, then the beginning of the name, then the beginning of a
/// later word; within each, the larger population first. Letters are compared as `FoldedName` folds them.
///
/// "paris, us" and "paris united states" find the cities of the countries whose name begins with the last
/// part, or that it abbreviates. A name that matches the whole query takes precedence.
///
/// *Behavior*: immutable; a search is pure and may run on many tasks at once.
/// Complexity: O(n log n) to build for n words, O(log n + m log m) to search for m matches.
struct CityIndex: Sendable {
    /// Sorted by population, the largest first, so a position is also the rank by population.
    let cities: [City]
    private let words: WordTable
    private let countries: CountryTable

    init(cities: [City]) {
        let isSorted = zip(cities, cities.dropFirst()).allSatisfy { $0.population >= $1.population }
        let sorted = isSorted ? cities : cities.sorted { $0.population > $1.population }
        self.cities = sorted
        words = WordTable(names: sorted.lazy.map { FoldedName($0.name) })
        countries = CountryTable(cities: sorted)
    }

    /// The best matches, at most `limit`; none for a query without a letter or a digit.
    func search(_ query: String, limit: Int = 10) -> [City] {
        let name = FoldedName(query)
        guard !name.isEmpty, limit > 0 else { return [] }
        var found = positions(matching: name, limit: limit)
        for reading in CityQuery.readings(of: query, wholeNameMatches: !found.isEmpty) where found.count < limit {
            let inCountry = countries.countries(matching: reading.country)
            guard !inCountry.isEmpty else { continue }
            let narrowed = positions(matching: reading.name, limit: limit) { position in
                inCountry.contains(countries.country(ofCity: position))
            }
            found += narrowed.filter { !found.contains($0) }.prefix(limit - found.count)
        }
        return found.map { cities[$0] }
    }

    private func positions(
        matching name: FoldedName,
        limit: Int,
        where isIncluded: (Int) -> Bool = { _ in true }
    ) -> [Int] {
        var seen: Set<Int> = []
        var positions: [Int] = []
        for match in words.matches(withPrefix: name).sorted() {
            // A name can match at several words; its best match comes first.
            guard isIncluded(match.name), seen.insert(match.name).inserted else { continue }
            positions.append(match.name)
            if positions.count == limit { break }
        }
        return positions
    }
}
