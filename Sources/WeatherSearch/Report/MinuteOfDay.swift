import Foundation

/// A local time of day to the minute, `04:43`, with its day.
struct MinuteOfDay: Hashable {
    let day: CalendarDay
    let hour: Int
    let minute: Int

    /// The nearest minute, as in almanacs, or the minute that has begun, as on clocks.
    init(_ instant: Date, rounding rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero, in timeZone: TimeZone) {
        let seconds = (instant.timeIntervalSince1970 / 60).rounded(rule) * 60
        let rounded = Date(timeIntervalSince1970: seconds)
        let parts = CalendarDay.calendar(in: timeZone).dateComponents([.hour, .minute], from: rounded)
        day = CalendarDay(of: rounded, in: timeZone)
        hour = parts.hour ?? 0
        minute = parts.minute ?? 0
    }
}

extension MinuteOfDay: CustomStringConvertible {
    var description: String {
        "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
