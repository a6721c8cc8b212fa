import Foundation

/// The sun's path over one place on one day: the twelve hours before and after solar noon.
///
/// Solar noon falls on the requested calendar day. The sunrise before it and the sunset after it usually do
/// too, but not always: at Reykjavík in June the sun sets after midnight by the clock, so `sunset` is on the
/// next calendar day.
struct SolarDay: Sendable, Hashable, Codable {
    enum Daylight: Sendable, Hashable, Codable {
        case risesAndSets(sunrise: Date, sunset: Date)
        /// The last rise before the polar day: the sun is still up at the solar midnight that follows.
        case risesOnly(sunrise: Date)
        /// The end of the polar day: the sun was up at the solar midnight before.
        case setsOnly(sunset: Date)
        /// The sun is up all day.
        case polarDay
        /// The sun does not rise, even at noon.
        case polarNight
    }

    /// The local calendar day.
    let day: CalendarDay
    /// When the sun crosses the meridian.
    let solarNoon: Date
    let daylight: Daylight

    /// How long the sun is up in the 24 hours around solar noon, in seconds.
    var dayLength: TimeInterval {
        switch daylight {
        case .risesAndSets(let sunrise, let sunset): sunset.timeIntervalSince(sunrise)
        case .risesOnly(let sunrise): solarNoon.timeIntervalSince(sunrise) + Self.halfDay
        case .setsOnly(let sunset): sunset.timeIntervalSince(solarNoon) + Self.halfDay
        case .polarDay: 2 * Self.halfDay
        case .polarNight: 0
        }
    }

    static let halfDay: TimeInterval = 43_200
}

extension SolarDay {
    /// The altitude of the sun's centre when its upper limb shows: 34′ of refraction and 16′ of radius.
    private static let horizon = -0.833

    /// The day at a place, good to a minute or two between 66° south and north.
    ///
    /// NOAA's spreadsheet uses the declination of one instant for the whole day. This type instead solves for the
    /// instant at which the altitude reaches the horizon, so every figure uses the declination of its own instant,
    /// and a day without a sunrise is detected rather than producing the arc cosine of a number above 1. Between
    /// solar noon and solar midnight the altitude only falls, except within half a degree of a pole.
    init(day: CalendarDay, latitude: Double, longitude: Double, timeZone: TimeZone) {
        let noon = Self.solarNoon(nearest: day.noon(in: timeZone), longitude: longitude)
        func isUp(_ instant: Date) -> Bool {
            SolarPosition(at: instant).altitude(latitude: latitude, longitude: longitude) >= Self.horizon
        }
        let midnightBefore = noon - Self.halfDay
        let midnightAfter = noon + Self.halfDay
        self.day = day
        solarNoon = noon
        daylight =
            switch (isUp(midnightBefore), isUp(noon), isUp(midnightAfter)) {
            case (_, false, _):
                .polarNight
            case (true, true, true):
                .polarDay
            case (false, true, true):
                .risesOnly(sunrise: Self.crossing(from: midnightBefore, to: noon, isUp))
            case (true, true, false):
                .setsOnly(sunset: Self.crossing(from: midnightAfter, to: noon, isUp))
            case (false, true, false):
                .risesAndSets(
                    sunrise: Self.crossing(from: midnightBefore, to: noon, isUp),
                    sunset: Self.crossing(from: midnightAfter, to: noon, isUp)
                )
            }
    }

    /// The meridian crossing nearest to noon by the clock; no clock differs from the sun by twelve hours.
    private static func solarNoon(nearest clockNoon: Date, longitude: Double) -> Date {
        var instant = clockNoon
        // The sun gains or loses half a minute a day against the clock, so the second iteration is exact to a second.
        for _ in 0..<3 {
            instant -= SolarPosition(at: instant).hourAngle(longitude: longitude) * 240
        }
        return instant
    }

    /// When the sun crosses the horizon between an instant when it is down and one when it is up, to the second.
    private static func crossing(from down: Date, to up: Date, _ isUp: (Date) -> Bool) -> Date {
        var down = down
        var up = up
        while abs(up.timeIntervalSince(down)) > 1 {
            let middle = down + up.timeIntervalSince(down) / 2
            if isUp(middle) { up = middle } else { down = middle }
        }
        return up
    }
}
