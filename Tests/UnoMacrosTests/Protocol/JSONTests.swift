import Testing
import UnoMacros

@Suite("JSON")
struct JSONTests {
    @Test(
        "Values go out as they came in",
        arguments: [
            "null", "true", "false", "0", "-12", #""""#, #""a\"b\\c\n""#, "[]", "[1,[2],{}]",
            #"{"a":{"b":[null]},"c":"é🙂"}"#,
            #""\u0001\u001f""#, "9007199254740991",
        ]
    )
    func roundTrip(text: String) throws {
        let value = try #require(JSONReader.value(of: Array(text.utf8)))
        #expect(String(decoding: value.encoded, as: UTF8.self) == text)
    }

    @Test(
        "Escapes stand for their characters",
        arguments: [
            (#""\u00e9""#, "é"), (#""\ud83d\ude42""#, "🙂"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude42x""#, "\u{FFFD}x"),
            (#""\t\r\b\f\/""#, "\t\r\u{8}\u{C}/"), (#" "a" "#, "a"),
            ("\t\"a\"\t", "a"), ("\r\n\"a\"\r\n", "a"),
        ]
    )
    func escapes(text: String, string: String) {
        #expect(JSONReader.value(of: Array(text.utf8))?.string == string)
    }

    @Test(
        "What is not JSON is refused",
        arguments: [
            "", "nul", "[1,]", "[1", "{\"a\"}", "{\"a\":}", "{a:1}", "\"a", "\"\\x\"", "\"\\u12\"", "1 2", "\"\n\"",
            "-", "]",
            "{\"a\":1,}", String(repeating: "[", count: 100_000),
        ]
    )
    func refusals(text: String) {
        #expect(JSONReader.value(of: Array(text.utf8)) == nil)
    }
}
