import Testing

@testable import WeatherSearch

@Suite("The typed line")
struct QueryLineTests {
    @Test(arguments: [
        ([Key.character("a"), .character("b")], "ab"),
        ([.character("a"), .character("b"), .backspace], "a"),
        ([.backspace], ""),
        ([.character("e"), .character("\u{301}"), .backspace], ""),
        ([.character("a"), .character(" "), .character("b"), .character(" "), .deleteWord], "a "),
        ([.character("a"), .deleteWord, .character("c")], "c"),
        ([.character("a"), .character("b"), .deleteLine], ""),
        ([.character("a"), .left, .home, .tab, .delete], "a"),
    ])
    func `is edited by the keys`(keys: [Key], expected: String) {
        var line = QueryLine()
        for key in keys { _ = line.action(for: key) }
        #expect(line.text == expected)
    }

    @Test func `is a query while there is text, and leaves the results without`() {
        var line = QueryLine()
        #expect(line.action(for: .backspace).map { "\($0)" } == nil)
        #expect(line.action(for: .character("a")).map { "\($0)" } == "\(SearchAction.typed("a"))")
        #expect(line.action(for: .down).map { "\($0)" } == "\(SearchAction.moved(by: 1))")
        for (key, rows) in [(Key.up, -1), (.pageUp, -10), (.pageDown, 10)] {
            #expect(line.action(for: key).map { "\($0)" } == "\(SearchAction.moved(by: rows))")
        }
        #expect(line.action(for: .enter).map { "\($0)" } == "\(SearchAction.chosen)")
        #expect(line.action(for: .backspace).map { "\($0)" } == "\(SearchAction.left)")
    }
}
