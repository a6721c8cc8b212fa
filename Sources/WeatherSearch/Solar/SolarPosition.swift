import Foundation

/// The position of the sun at one instant, by the equations of NOAA's Solar Calculator.
///
/// The equations are those of the spreadsheet "NOAA_Solar_Calculations_day" of NOAA's Global Monitoring
/// Laboratory (https://gml.noaa.gov/grad/solcalc/calcdetails.html), after J. Meeus, *Astronomical
/// Algorithms*; the comments give its column. They hold for the years 1901 to 2099.
struct SolarPosition {
    /// The angle of the sun north of the equator, in degrees (column T).
    let declination: Double
    /// How far a sundial is ahead of a clock, in minutes (column V).
    let equationOfTime: Double
    /// Minutes since midnight UTC.
    private let minutesOfDay: Double

    init(at instant: Date) {
        let julianDay = instant.timeIntervalSince1970 / 86_400 + 2_440_587.5  // F
        let century = (julianDay - 2_451_545) / 36_525  // G
        let meanLongitude = wrapped(280.46646 + century * (36_000.76983 + century * 0.0003032), to: 360)  // I
        let meanAnomaly = 357.52911 + century * (35_999.05029 - 0.0001537 * century)  // J
        let eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century)  // K
        let equationOfCentre =  // L
            sine(meanAnomaly) * (1.914602 - century * (0.004817 + 0.000014 * century))
            + sine(2 * meanAnomaly) * (0.019993 - 0.000101 * century)
            + sine(3 * meanAnomaly) * 0.000289
        let trueLongitude = meanLongitude + equationOfCentre  // M
        let ascendingNode = 125.04 - 1_934.136 * century
        let apparentLongitude = trueLongitude - 0.00569 - 0.00478 * sine(ascendingNode)  // P
        let arcSeconds = 21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))
        let meanObliquity = 23 + (26 + arcSeconds / 60) / 60  // Q
        let obliquity = meanObliquity + 0.00256 * cosine(ascendingNode)  // R

        declination = degrees(asin(sine(obliquity) * sine(apparentLongitude)))
        let halfTangent = tan(radians(obliquity / 2))
        let y = halfTangent * halfTangent  // U
        let equation =
            y * sine(2 * meanLongitude)
            - 2 * eccentricity * sine(meanAnomaly)
            + 4 * eccentricity * y * sine(meanAnomaly) * cosine(2 * meanLongitude)
            - 0.5 * y * y * sine(4 * meanLongitude)
            - 1.25 * eccentricity * eccentricity * sine(2 * meanAnomaly)
        equationOfTime = 4 * degrees(equation)
        minutesOfDay = wrapped(instant.timeIntervalSince1970, to: 86_400) / 60
    }

    /// Degrees west of the meridian, -180..<180; zero at solar noon (columns AB and AC).
    func hourAngle(longitude: Double) -> Double {
        let trueSolarMinutes = minutesOfDay + equationOfTime + 4 * longitude
        return wrapped(trueSolarMinutes / 4, to: 360) - 180
    }

    /// Degrees above the geometric horizon, without refraction (columns AD and AE).
    func altitude(latitude: Double, longitude: Double) -> Double {
        let sineOfAltitude =
            sine(latitude) * sine(declination)
            + cosine(latitude) * cosine(declination) * cosine(hourAngle(longitude: longitude))
        return degrees(asin(min(1, max(-1, sineOfAltitude))))
    }
}

private func wrapped(_ value: Double, to period: Double) -> Double {
    value - period * (value / period).rounded(.down)
}

private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
private func sine(_ degrees: Double) -> Double { sin(radians(degrees)) }
private func cosine(_ degrees: Double) -> Double { cos(radians(degrees)) }
