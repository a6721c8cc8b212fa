/// A query read as a name followed by a country.
struct CityQuery: Equatable {
    let name: FoldedName
    let country: FoldedName

    /// The ways to part `query`, the likeliest first.
    ///
    /// A comma parts it; without one every space may, the longest name first, but only if the query as a
    /// whole names no city. "paris," has no country yet and is the name alone, which is no reading here.
    static func readings(of query: String, wholeNameMatches: Bool) -> [CityQuery] {
        if let comma = query.lastIndex(of: ",") {
            return reading(of: query, partedAt: comma).map { [$0] } ?? []
        }
        guard !wholeNameMatches else { return [] }
        // The longest country names have seven words.
        let spaces = query.indices.reversed().lazy.filter { query[$0].isWhitespace }.prefix(7)
        return spaces.compactMap { reading(of: query, partedAt: $0) }
    }

    private static func reading(of query: String, partedAt index: String.Index) -> CityQuery? {
        let name = FoldedName(String(query[..<index]))
        let country = FoldedName(String(query[index...].dropFirst()))
        return name.isEmpty || country.isEmpty ? nil : CityQuery(name: name, country: country)
    }
}
