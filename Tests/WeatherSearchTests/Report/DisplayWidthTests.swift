import Testing

@testable import WeatherSearch

@Suite("The width of text on a terminal")
struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("São", 3), ("Sa\u{303}o", 3), ("東京", 4), ("한국", 4), ("👍🏽", 2), ("…", 1), ("\u{200B}", 0),
    ])
    func width(text: String, columns: Int) { #expect(text.displayWidth == columns) }

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

    @Test func `Marks add nothing, and a block is wide from its first character to its last`() {
        for (scalar, width) in [
            ("\u{2E7F}", 1), ("\u{2E80}", 2), ("\u{303E}", 2), ("\u{303F}", 1), ("\u{A4CF}", 2), ("\u{A4D0}", 1),
            ("\u{FF60}", 2), ("\u{FF61}", 1), ("\u{1F64F}", 2), ("\u{1F650}", 1), ("\u{2FF}", 1), ("\u{300}", 0),
            ("\u{301}", 0),
        ] { #expect(scalar.displayWidth == width, "\(scalar.unicodeScalars)") }
    }

    @Test func `Padding fills up to the columns, and takes nothing away`() {
        #expect("東".padded(toColumns: 4) == "東  ")
        #expect("abc".padded(toColumns: 3) == "abc" && "abc".padded(toColumns: 2) == "abc")
        #expect("東京".clipped(toColumns: 2) == "…" && "東京".clippedAtStart(toColumns: 3) == "…京")
    }
}
