import Foundation
import Testing

@testable import WeatherSearch

@Suite("A calendar day")
struct CalendarDayTests {
    @Test("is written as it is read", arguments: ["2024-02-29", "2023-12-31", "0999-01-01"])
    func roundTrip(text: String) { #expect(CalendarDay(text)?.description == text) }

    @Test(arguments: [
        "", "2024", "2024-2-9", "2023-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "24-04-30", "2024-01-01x",
        "2024/01/01", "+024-01-01",
    ])
    func `is refused when it is written otherwise or does not exist`(text: String) { #expect(CalendarDay(text) == nil) }

    @Test(arguments: [
        ("Europe/London", "2024-06-21T11:00:00Z"),
        ("Pacific/Kiritimati", "2024-06-20T22:00:00Z"),
        ("Asia/Kathmandu", "2024-06-21T06:15:00Z"),
    ])
    func `has its noon by the clock of the place`(zone: String, instant: String) throws {
        let day = try #require(CalendarDay("2024-06-21"))
        #expect(day.noon(in: try #require(TimeZone(identifier: zone))) == (try Date.sample(instant)))
    }
}
