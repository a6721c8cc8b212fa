import Foundation
import Testing

@testable import UnoInspector

@Suite("The text of a trace")
struct TraceTextTests {
    private func text(_ write: (inout TraceText) -> Void) -> String {
        var text = TraceText()
        write(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    @Test(
        "numbers are decimal digits; times are microseconds with three decimals",
        arguments: [
            (0, "0", "0.000"), (7, "7", "0.007"), (10, "10", "0.010"), (999, "999", "0.999"),
            (1_000, "1000", "1.000"), (1_234_567, "1234567", "1234.567"),
            (.max, "18446744073709551615", "18446744073709551.615"),
        ] as [(UInt64, String, String)])
    func numbers(number: UInt64, digits: String, time: String) {
        #expect(text { $0.append(number) } == digits)
        #expect(text { $0.append(nanoseconds: number) } == time)
    }

    @Test(
        "a string is read as it was, whatever is in it",
        arguments: [
            "", "plain", "\n", #"only \backslashes\"#, #"only "quotes""#, #"a "quoted" \path\"#,
            "tab\tline\nreturn\rnull\u{0}bell\u{7}link\u{10}unit\u{1f}delete\u{7f}",
            "Zürich 東京 👩‍👩‍👧 \u{2028}\u{2029}\u{FFFF}",
        ])
    func strings(string: String) throws {
        let quoted = text { $0.append(quoted: string) }
        #expect(try JSONDecoder().decode(String.self, from: Data(quoted.utf8)) == string)
        // An event is one line.
        #expect(!quoted.utf8.contains { $0 < 0x20 })
    }

    @Test func `half of a surrogate pair becomes the replacement character`() {
        let broken = String(decoding: [0x61, 0xD83D, 0x62] as [UInt16], as: UTF16.self)
        #expect(text { $0.append(quoted: broken) } == "\"a\u{FFFD}b\"")
        #expect(
            text { $0.append(quoted: String(decoding: [0x61, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self)) }
                .hasPrefix("\"a\u{FFFD}"))
    }
}
