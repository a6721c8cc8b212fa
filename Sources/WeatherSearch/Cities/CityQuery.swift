/// A query interpreted as a name followed by a country.
struct CityQuery: Equatable {
    let name: FoldedName
    let country: FoldedName

    /// The ways to split `query`, the most likely first.
    ///
    /// A comma splits it. Without a comma any space may, the longest name first, but only if the query as a whole
    /// names no city. "paris," has no country yet: it is only a name, so it has no split.
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
