import Foundation

/// A day of the Gregorian calendar, in no particular time zone.
struct CalendarDay: Sendable, Hashable, Codable {
    let year: Int
    let month: Int
    let day: Int

    /// Reads `YYYY-MM-DD`; nil for other text and for a day that does not exist, such as 2023-02-29.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            let utc = TimeZone(secondsFromGMT: 0)
        else { return nil }
        self.init(year: year, month: month, day: day)
        // `Calendar` treats 30 February as 1 March.
        guard CalendarDay(of: noon(in: utc), in: utc) == self else { return nil }
    }

    /// The local calendar day at `instant`.
    init(of instant: Date, in timeZone: TimeZone) {
        let parts = Self.calendar(in: timeZone).dateComponents([.year, .month, .day], from: instant)
        self.init(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    }

    private init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// 12:00 by the clock on this day. No zone changes its clock at noon.
    func noon(in timeZone: TimeZone) -> Date {
        let parts = DateComponents(year: year, month: month, day: day, hour: 12)
        return Self.calendar(in: timeZone).date(from: parts) ?? .distantPast
    }

    static func calendar(in timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return calendar
    }
}

extension CalendarDay: Comparable {
    static func < (left: CalendarDay, right: CalendarDay) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDay: CustomStringConvertible {
    var description: String {
        "\(String(year).leftPadded(to: 4))-\(String(month).leftPadded(to: 2))-\(String(day).leftPadded(to: 2))"
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - count)) + self
    }
}
