import Testing
import UnoMacros

@Suite("JSON") struct JSONTests {
    @Test(
        "Values go out as they came in",
        arguments: [
            "null", "true", "false", "0", "-12", #""""#, #""a b""#, #""a\"b\\c\n""#, "[]", "[1,[2],{}]",
            #"{"a":{"b":[null]},"c":"é🙂"}"#,
            #""\u0001\u001f""#, "9007199254740991",
        ])
    func roundTrip(text: String) throws {
        let value = try #require(JSONReader.value(of: Array(text.utf8)))
        #expect(String(decoding: value.encoded, as: UTF8.self) == text)
    }

    @Test(
        "Escapes stand for their characters",
        arguments: [
            (#""\u00e9""#, "é"), (#""\ud83d\ude42""#, "🙂"), (#""\ud83d""#, "\u{FFFD}"), (#""\ude42x""#, "\u{FFFD}x"),
            (#""\t\r\b\f\/""#, "\t\r\u{8}\u{C}/"), (#" "a" "#, "a"),
            ("\t\"a\"\t", "a"), ("\r\n\"a\"\r\n", "a"), (#""a\u0041b\"c""#, "aAb\"c"),
            (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83dde42""#, "\u{FFFD}de42"),
            (#""\ud83dx""#, "\u{FFFD}x"), (#""\ude42\ud83d\ude42""#, "\u{FFFD}🙂"),
            (#""\uD800\uDC00\udbff\udfff""#, "\u{10000}\u{10FFFF}"),
            (#""\udc00\udc00\udfff\udfff""#, "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
            (#""\ud83d\u00""#, nil), ("\" \u{7F}\"", " \u{7F}"),
        ] as [(String, String?)])
    func escapes(text: String, string: String?) {
        #expect(JSONReader.value(of: Array(text.utf8))?.string == string)
    }

    @Test func `Numbers are read in all their forms, and are integers if they have no fraction`() {
        func number(_ text: String) -> JSON? { JSONReader.value(of: Array(text.utf8)) }
        #expect(number("1.5") == .number(1.5) && number("-1.5E+2") == -150 && number("25e-1") == .number(2.5))
        #expect(number("150.0")?.integer == 150 && number("1.5")?.integer == nil && number("1e300")?.integer == nil)
        #expect(String(decoding: JSON.array([1, .number(2.5)]).encoded, as: UTF8.self) == "[1,2.5]")
    }

    @Test func `White space may stand between any two tokens`() throws {
        let text = "\n{ \"a\" :\t[ 1 , 2\r] ,\n\"b\": { } , \"c\" : [ ] }\n"
        let value = try #require(JSONReader.value(of: Array(text.utf8)))
        #expect(String(decoding: value.encoded, as: UTF8.self) == #"{"a":[1,2],"b":{},"c":[]}"#)
        #expect(
            value["a"]?.array == [1, 2] && value["d"] == nil && value["a"]?["a"] == nil && value["a"]?.string == nil)
    }

    @Test func `Values are read 128 deep, however many stand beside each other, and no deeper`() {
        func isRead(_ depth: Int) -> Bool {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return JSONReader.value(of: Array("[\([String](repeating: text, count: 3).joined(separator: ","))]".utf8))
                != nil
        }
        #expect(isRead(127) && !isRead(128))
    }

    @Test(
        "What is not JSON is refused",
        arguments: [
            "", "nul", "[1,]", "[1", "{\"a\"}", "{\"a\":}", "{a:1}", "\"a", "\"\\x\"", "\"\\u12\"", "1 2", "\"\n\"",
            "-", "]",
            "{\"a\":1,}", "\"\u{1F}\"", "\"\\u00g0\"", "\"\\u+123\"", "\"\\\"", "truex", "fals", "[1 2]", "{\"a\" 1}",
            "{\"a\":1 \"b\":2}", "{,}", "[,]", String(repeating: "[", count: 100_000),
        ])
    func refusals(text: String) {
        #expect(JSONReader.value(of: Array(text.utf8)) == nil)
    }
}
