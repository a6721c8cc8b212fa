/// A search for cities.
protocol CitySearch: Sendable {
    /// The cities that match `query`, the best first; none for a blank query.
    func cities(matching query: String) async throws -> [City]
}

/// A search of the cities in memory.
struct IndexedCitySearch: CitySearch {
    let index: CityIndex
    let limit: Int

    func cities(matching query: String) async throws -> [City] {
        index.search(query, limit: limit)
    }
}
