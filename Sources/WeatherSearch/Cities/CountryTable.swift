/// The countries of a list of cities, found by code, by the beginning of their name, or by a common short form.
struct CountryTable: Sendable {
    private struct Country: Hashable {
        let code: FoldedName
        let name: FoldedName
    }

    /// The short forms that are neither the ISO code nor the beginning of the name.
    private static let shortForms: [FoldedName: FoldedName] = {
        let forms = ["uk": "gb", "usa": "us", "america": "us", "uae": "ae", "holland": "nl"]
        return Dictionary(uniqueKeysWithValues: forms.map { (FoldedName($0.key), FoldedName($0.value)) })
    }()

    private var countries: [Country] = []
    private var countryOfCity: [Int] = []

    init(cities: [City]) {
        var positions: [String: Int] = [:]
        countryOfCity.reserveCapacity(cities.count)
        for city in cities {
            if let position = positions[city.countryCode] {
                countryOfCity.append(position)
            } else {
                positions[city.countryCode] = countries.count
                countryOfCity.append(countries.count)
                countries.append(Country(code: FoldedName(city.countryCode), name: FoldedName(city.country)))
            }
        }
    }

    func country(ofCity position: Int) -> Int {
        countryOfCity[position]
    }

    func countries(matching text: FoldedName) -> Set<Int> {
        guard !text.isEmpty else { return [] }
        let code = Self.shortForms[text] ?? text
        return Set(countries.indices.filter { countries[$0].code == code || countries[$0].name.hasPrefix(text) })
    }
}
