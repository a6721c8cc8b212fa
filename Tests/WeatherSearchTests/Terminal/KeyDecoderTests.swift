import Testing

@testable import WeatherSearch

@Suite("The keys of a terminal")
struct KeyDecoderTests {
    static func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
        var decoder = KeyDecoder()
        return bytes.flatMap { decoder.decode($0) } + decoder.flush()
    }

    @Test(
        arguments: [
            ("a", [.character("a")]), (" ", [.character(" ")]), ("~", [.character("~")]),
            ("são", [.character("s"), .character("ã"), .character("o")]),
            ("京👍", [.character("京"), .character("👍")]),
            ("a\u{301}", [.character("a"), .character("\u{301}")]),
            ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
            ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]),
            ("\u{03}", [.interrupt]), ("\u{04}", [.endOfInput]), ("\u{15}", [.deleteLine]), ("\u{17}", [.deleteWord]),
            ("\u{1A}", [.suspend]),
            ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
            ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OC", [.right]), ("\u{1B}OD", [.left]),
            ("\u{1B}OM", [.enter]),
            ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}OH", [.home]), ("\u{1B}OF", [.end]),
            ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[7~", [.home]), ("\u{1B}[8~", [.end]),
            ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3;5~", [.delete]),
            ("\u{1B}[1;5A", [.up]),
            ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}\u{1B}[A", [.escape, .up]),
            ("\u{1B}\r", [.escape, .enter]), ("\u{1B}[\u{1B}[A", [.up]), ("\u{1B}[1;5", []), ("\u{1B}[\r", [.enter]),
            ("\u{1B}[\u{7F}", [.backspace]),
        ] as [(String, [Key])])
    func `are decoded from their bytes`(text: String, keys: [Key]) { #expect(Self.keys(text.utf8) == keys) }

    @Test(arguments: [
        "\u{00}", "\u{01}", "\u{1B}x", "\u{1B}é", "\u{1B}[15~", "\u{1B}[200~", "\u{1B}[?1;2c", "\u{1B}OP",
        "\u{1B}O ", "\u{9B}", "\u{1B} ", "\u{1B}[@", "\u{1B}[" + String(repeating: "1;", count: 500) + "Z",
    ])
    func `without a meaning are swallowed whole`(text: String) {
        // A character typed with Alt may leave its further bytes; they are no key either.
        #expect(Self.keys((text + "a").utf8) == [.character("a")])
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC3], [0xE4, 0xBA], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func `that are not UTF-8 are left out and do not swallow what follows`(bytes: [UInt8]) {
        #expect(Self.keys(bytes + [UInt8(ascii: "a")]) == [.character("a")])
        // One byte too many is no second character.
        #expect(Self.keys(Array("é".utf8) + [0xA9] + bytes) == [.character("é")])
    }

    @Test func `are not finished by a flush in the middle of a sequence or a character`() {
        for text in ["\u{1B}[A", "\u{1B}OA", "京"] {
            var decoder = KeyDecoder()
            let bytes = Array(text.utf8)
            var keys: [Key] = []
            for (position, byte) in bytes.enumerated() {
                keys += decoder.decode(byte)
                if position > 0 { keys += decoder.flush() }
            }
            #expect(keys == Self.keys(bytes))
            #expect(keys.count == 1)
        }
    }

    @Test func `wait for a flush only after a lone Escape`() {
        var decoder = KeyDecoder()
        #expect(!decoder.awaitsFlush)
        #expect(decoder.decode(0x1B) == [])
        #expect(decoder.awaitsFlush)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.awaitsFlush)
        #expect(decoder.flush() == [])
    }
}
