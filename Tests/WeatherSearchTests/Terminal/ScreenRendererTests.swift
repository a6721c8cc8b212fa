import Foundation
import Testing

@testable import WeatherSearch

@Suite("The screen")
struct ScreenRendererTests {
    let renderer = ScreenRenderer()

    static let cities = (1...20).map { City.sample("City \($0)", id: $0, population: 21_000 - $0 * 1_000) }

    func texts(_ content: ScreenContent, columns: Int = 48, rows: Int = 12) -> [String] {
        renderer.frame(of: content, size: TerminalSize(columns: columns, rows: rows)).lines.map(\.text)
    }

    @Test func `shows the query, the results with the chosen one marked, and the report`() throws {
        let noon = try Date.sample("2024-06-21T12:00:00Z")
        let report = try WeatherReport(city: .reykjavik, time: .now { noon }, conditions: nil)
        let content = ScreenContent(
            query: "r", results: [.reykjavik, .tromso], selection: 0, status: "2 cities", detail: .report(report))
        let frame = renderer.frame(of: content, size: TerminalSize(columns: 44, rows: 12))
        let expected = """
            City: r
            2 cities
            › Reykjavík, Iceland  118,918
              Tromsø, Norway       41,915

            Weather in Reykjavík, Iceland
            sunrise 02:55, sunset 00:04 (next day)
            day length 21 h 8 min, solar noon 13:30
            local time 2024-06-21 12:00 (Atlantic/Reykj…


            ↑↓ choose · Enter weather · Esc leave
            """
        #expect(frame.lines.map(\.text).joined(separator: "\n") == expected)
        #expect(frame.lines.map(\.style).prefix(4) == [.plain, .faint, .selected, .plain])
        #expect((frame.cursorRow, frame.cursorColumn) == (0, 7))
    }

    @Test(arguments: [(0, 2), (1, 3), (9, 6), (18, 9), (19, 10)])
    func `keeps the chosen row in the middle, but at the ends`(selection: Int, row: Int) {
        let lines = texts(ScreenContent(results: Self.cities, selection: selection))
        #expect(lines.count == 12)
        #expect(lines.indices.filter { lines[$0].hasPrefix("› City \(selection + 1),") } == [row])
    }

    @Test func `has a notice above the keys`() {
        let renderer = ScreenRenderer(notice: "Inspector: http://127.0.0.1:1/")
        let frame = renderer.frame(of: ScreenContent(results: Self.cities), size: TerminalSize(columns: 48, rows: 12))
        #expect(frame.lines.count == 12)
        #expect(frame.lines[10].text == "Inspector: http://127.0.0.1:1/")
        #expect(frame.lines[11].text == "↑↓ choose · Enter weather · Esc leave")
    }

    @Test func `says what it waits for and what went wrong`() {
        let waiting = texts(ScreenContent(results: [.tromso], selection: 0, detail: .loading(.tromso)))
        #expect(waiting[4] == "Asking for the weather in Tromsø, Norway …")
        let failed = texts(ScreenContent(results: [.tromso], selection: 0, detail: .failure("no\u{1B}[2J network")))
        #expect(failed[4] == "no\u{FFFD}[2J network")
    }

    @Test("fits every size", arguments: [0, 1, 2, 3, 4, 7, 30], [0, 1, 2, 5, 8, 80])
    func sizes(rows: Int, columns: Int) throws {
        let noon = try Date.sample("2024-06-21T12:00:00Z")
        let report = try WeatherReport(city: .tromso, time: .now { noon }, conditions: nil)
        let content = ScreenContent(
            query: "東京東京東京", results: Self.cities, selection: 12, status: "20 cities", detail: .report(report))
        let frame = renderer.frame(of: content, size: TerminalSize(columns: columns, rows: rows))
        #expect(frame.lines.count == rows)
        #expect(frame.lines.allSatisfy { $0.text.displayWidth <= columns })
        #expect(frame.cursorColumn <= max(0, columns - 1))
    }

    @Test func `shows the end of a query that is too long, with the cursor behind it`() {
        let content = ScreenContent(query: "abcdefghijklmnopqrstuvwxyz")
        let frame = renderer.frame(of: content, size: TerminalSize(columns: 16, rows: 5))
        #expect(frame.lines[0].text == "City: …stuvwxyz")
        #expect(frame.cursorColumn == 15)
    }
}
