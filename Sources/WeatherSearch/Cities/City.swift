/// A populated place that can be searched for.
///
/// The text fields contain no control characters (`CityFile` rejects them), so they may be written to a
/// terminal as they are.
struct City: Sendable, Hashable, Codable, Identifiable {
    /// The GeoNames number of the place, unique within one file.
    let id: Int
    let name: String
    /// ISO 3166-1 alpha-2, in capitals.
    let countryCode: String
    let country: String
    /// Degrees, north positive, -90...90.
    let latitude: Double
    /// Degrees, east positive, -180...180.
    let longitude: Double
    /// Zero if GeoNames does not know it.
    let population: Int
    /// An IANA time zone name such as `Atlantic/Reykjavik`.
    let timeZoneIdentifier: String
}
