import Foundation

/// The weather of one place at one time.
struct WeatherReport: Sendable, Hashable, Codable {
    let city: City
    let timeZone: TimeZone
    let instant: Date
    /// The sun on the local calendar day of `instant`.
    let sun: SolarDay
    /// Nil if there is no measurement.
    let conditions: CurrentConditions?
}

extension WeatherReport {
    init(city: City, time: ObservationTime, conditions: CurrentConditions?) throws(WeatherServiceError) {
        guard let timeZone = TimeZone(identifier: city.timeZoneIdentifier) else {
            throw .unknownTimeZone(identifier: city.timeZoneIdentifier)
        }
        let instant = time.instant(in: timeZone)
        self.init(
            city: city,
            timeZone: timeZone,
            instant: instant,
            sun: SolarDay(
                day: CalendarDay(of: instant, in: timeZone),
                latitude: city.latitude,
                longitude: city.longitude,
                timeZone: timeZone
            ),
            conditions: conditions
        )
    }
}
