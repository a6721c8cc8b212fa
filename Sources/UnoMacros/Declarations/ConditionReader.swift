/// Reads a condition by the precedence of its operators: `!`, then `&&`, then `||`.
struct ConditionReader {
    /// A condition nested deeper is a fact.
    private static let depthLimit = 32

    private let list: TokenList
    private var index = 0
    private var depth = 0

    init(_ text: SourceFragment) {
        list = TokenList(SourceText(text.text))
    }

    private mutating func take(_ sign: String) -> Bool {
        guard list.tokens[index].kind != .end, list.text(index) == sign else { return false }
        index += 1
        return true
    }

    mutating func disjunction() -> BuildCondition {
        var parts = [conjunction()]
        while take("||") { parts.append(conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() -> BuildCondition {
        var parts = [operand()]
        while take("&&") { parts.append(operand()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func operand() -> BuildCondition {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { return fact() }
        if take("!") { return .not(operand()) }
        if take("(") {
            let condition = disjunction()
            _ = take(")")
            return condition
        }
        if take("true") { return .constant(true) }
        if take("false") { return .constant(false) }
        return fact()
    }

    /// Reads up to the next operator outside brackets, without white space.
    private mutating func fact() -> BuildCondition {
        var text = ""
        while true {
            let token = list.tokens[index]
            if token.kind == .end || token.kind.closes || ["&&", "||"].contains(list.text(index)) { break }
            let next = list.after(index)
            for token in list.tokens[index..<next] { text += list.source.string(token.start..<token.end) }
            index = next
        }
        // `OSX` is an older name of `macOS`.
        if text == "os(OSX)" { return .fact("os(macOS)") }
        for subject in ["compiler", "swift"] where text.hasPrefix(subject + "(<") {
            return .not(.fact(subject + "(>=" + text.dropFirst(subject.utf8.count + 2)))
        }
        return .fact(text)
    }
}
