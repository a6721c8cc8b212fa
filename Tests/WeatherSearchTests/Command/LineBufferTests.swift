import Testing

@testable import WeatherSearch

@Suite("The lines of an input")
struct LineBufferTests {
    private static let long = String(repeating: "x", count: LineBuffer.limit)

    static let inputs: [(input: String, lines: [InputLine])] = [
        ("", []),
        ("par", [.text("par")]),
        ("par\n", [.text("par")]),
        ("par\r\nber\n", [.text("par"), .text("ber")]),
        ("\n\r\n", [.text(""), .text("")]),
        ("a\rb\n", [.text("a\rb")]),
        ("é\u{1F600}\n", [.text("é\u{1F600}")]),
        (long + "\n", [.text(long)]),
        (long + "\r\nnext", [.text(long), .text("next")]),
        (long + "x\nnext\n", [.tooLong, .text("next")]),
        (long + "xx", [.tooLong]),
        (long + long + long + "\n\n", [.tooLong, .text("")]),
    ]

    @Test("do not depend on how the bytes arrive", arguments: inputs, [1, 7, 4_096, 100_000])
    func pieces(_ example: (input: String, lines: [InputLine]), size: Int) {
        var buffer = LineBuffer()
        var lines: [InputLine] = []
        var rest = Array(example.input.utf8)[...]
        while !rest.isEmpty {
            lines += buffer.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        if let last = buffer.finish() { lines.append(last) }
        #expect(lines == example.lines)
        #expect(buffer.finish() == nil)
    }

    @Test func `Bytes that are no UTF-8 are replaced`() {
        var buffer = LineBuffer()
        #expect(buffer.append([0x61, 0xFF, 0x0A]) == [.text("a\u{FFFD}")])
    }
}
