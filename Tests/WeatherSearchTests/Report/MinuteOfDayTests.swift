import Foundation
import Testing

@testable import WeatherSearch

@Suite("A minute of the day")
struct MinuteOfDayTests {
    private let utc = TimeZone(secondsFromGMT: 0)!

    @Test(
        "is the nearest one, or the one that has begun, on its day",
        arguments: [
            ("2024-06-21T04:05:29Z", "04:05", "04:05"), ("2024-06-21T04:05:30Z", "04:06", "04:05"),
            ("2024-06-21T09:59:59Z", "10:00", "09:59"), ("2024-06-21T10:10:00Z", "10:10", "10:10"),
            ("2024-06-21T23:59:31Z", "00:00", "23:59"),
        ])
    func rounding(text: String, nearest: String, begun: String) throws {
        let instant = try Date.sample(text)
        #expect("\(MinuteOfDay(instant, in: utc))" == nearest)
        #expect("\(MinuteOfDay(instant, rounding: .down, in: utc))" == begun)
        let day = nearest == "00:00" ? "2024-06-22" : "2024-06-21"
        #expect(MinuteOfDay(instant, in: utc).day == CalendarDay(day))
        #expect(MinuteOfDay(instant, rounding: .down, in: utc).day == CalendarDay("2024-06-21"))
    }

    @Test func `is that of its time zone`() throws {
        let instant = try Date.sample("2024-06-21T23:30:00Z")
        let east = try #require(TimeZone(secondsFromGMT: 3_600))
        #expect("\(MinuteOfDay(instant, in: east))" == "00:30")
        #expect(MinuteOfDay(instant, in: east).day == CalendarDay("2024-06-22"))
    }
}
