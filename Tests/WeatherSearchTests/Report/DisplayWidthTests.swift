import Testing

@testable import WeatherSearch

@Suite("The width of text on a terminal")
struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("São", 3), ("Sa\u{303}o", 3), ("東京", 4), ("한국", 4), ("👍🏽", 2), ("…", 1), ("\u{200B}", 0),
    ])
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("ab", 1, "…"),
        ("ab", 0, ""),
    ])
    func clipping(text: String, columns: Int, clipped: String) {
        #expect(text.clipped(toColumns: columns) == clipped)
        #expect(clipped.displayWidth <= columns)
    }

    @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdef", 4, "…def"), ("東京都", 4, "…都"), ("ab", 1, "…"), ("ab", 0, "")])
    func clippingAtStart(text: String, columns: Int, clipped: String) {
        #expect(text.clippedAtStart(toColumns: columns) == clipped)
    }
}
