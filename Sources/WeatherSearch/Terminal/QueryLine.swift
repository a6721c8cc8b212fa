/// The line being typed, and the meaning of the keys for it.
struct QueryLine: Sendable {
    /// The number of rows that a page key moves by.
    private static let page = 10

    private(set) var text = ""

    /// The action for `key`; nil if it has none.
    mutating func action(for key: Key) -> SearchAction? {
        switch key {
        case .character(let character): edited(text + String(character))
        case .backspace: edited(String(text.dropLast()))
        case .deleteWord: edited(withoutLastWord)
        case .deleteLine: edited("")
        case .up: .moved(by: -1)
        case .down: .moved(by: 1)
        case .pageUp: .moved(by: -Self.page)
        case .pageDown: .moved(by: Self.page)
        case .enter: .chosen
        case .tab, .escape, .delete, .left, .right, .home, .end, .interrupt, .suspend, .endOfInput: nil
        }
    }

    /// An empty line closes the results.
    private mutating func edited(_ text: String) -> SearchAction? {
        guard text != self.text else { return nil }
        self.text = text
        return text.isEmpty ? .left : .typed(text)
    }

    private var withoutLastWord: String {
        let trimmed = text.reversed().drop(while: \.isWhitespace)
        return String(trimmed.drop { !$0.isWhitespace }.reversed())
    }
}
