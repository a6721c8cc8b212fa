import Testing

@testable import WeatherSearch

@Suite("A frame of the screen")
struct ScreenFrameTests {
    static func frame(_ lines: [ScreenFrame.Line], columns: Int = 10, cursorColumn: Int = 2) -> ScreenFrame {
        let size = TerminalSize(columns: columns, rows: lines.count)
        return ScreenFrame(size: size, lines: lines, cursorColumn: cursorColumn, cursorRow: 0)
    }

    let first = frame([.init(text: "one"), .init(text: "two", style: .selected), .init(text: "")])

    @Test func `is written whole on a screen of which nothing is known`() {
        let expected = "\u{1B}[2J\u{1B}[1;1H\u{1B}[Kone\u{1B}[2;1H\u{1B}[K\u{1B}[7mtwo\u{1B}[0m\u{1B}[1;3H"
        #expect(first.update(from: nil) == expected)
    }

    @Test("only moves the cursor when nothing else changed")
    func unchanged() { #expect(first.update(from: first) == "\u{1B}[1;3H") }

    @Test func `is written where it differs, also where only the style does, and where a line became empty`() {
        let second = Self.frame([.init(text: ""), .init(text: "two"), .init(text: "")])
        #expect(second.update(from: first) == "\u{1B}[1;1H\u{1B}[K\u{1B}[2;1H\u{1B}[Ktwo\u{1B}[1;3H")
    }

    @Test func `is written whole when the size changed`() {
        let second = Self.frame(first.lines, columns: 11)
        #expect(second.update(from: first) == first.update(from: nil))
    }
}
