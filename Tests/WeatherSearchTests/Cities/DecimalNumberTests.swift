import Testing

@testable import WeatherSearch

@Suite("A decimal number")
struct DecimalNumberTests {
    @Test(arguments: ["0", "-0.12574", "51.50853", "179.99999", "-180", "007", "123456789.012345"])
    func `is the nearest Double`(text: String) throws {
        let number = try #require(DecimalNumber(Array(text.utf8)))
        #expect(number.value == Double(text))
    }

    @Test(
        "is nothing but digits, one point and one minus sign",
        arguments: ["", "-", ".", ".5", "5.", "1.2.3", "--1", "+1", "1e3", "0x1", "inf", " 1", "1234567890123456", "١"])
    func refused(text: String) { #expect(DecimalNumber(Array(text.utf8)) == nil) }
}
