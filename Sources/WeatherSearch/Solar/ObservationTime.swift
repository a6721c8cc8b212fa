import Foundation

/// The time that a report is for.
enum ObservationTime: Sendable {
    /// The time at which the report is made.
    case now(@Sendable () -> Date)
    /// Noon by the clock of the place, on a given day.
    case noon(CalendarDay)

    static let system = ObservationTime.now { Date() }

    func instant(in timeZone: TimeZone) -> Date {
        switch self {
        case .now(let read): read()
        case .noon(let day): day.noon(in: timeZone)
        }
    }
}
