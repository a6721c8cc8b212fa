extension Reader {
    /// Reads an expression, up to a comma, a semicolon, a closing bracket or, if `endsWithLine`, a line that does not continue
    /// it.
    mutating func expression(endsWithLine: Bool) -> SourceFragment {
        let start = index
        while !isAtEnd {
            if kind == .directive {
                guard postfixFollowsCondition() else { break }
                skipToEndOfCondition()
            } else if endsExpression(begunAt: start, endsWithLine: endsWithLine) {
                break
            } else if kind == .less, !token.followsSpace, list.tokens[index - 1].kind == .identifier {
                skipGenericsOrOperator()
            } else {
                skipBalanced()
            }
        }
        return fragment(from: start)
    }

    private func endsExpression(begunAt start: Int, endsWithLine: Bool) -> Bool {
        if kind == .comma || kind == .semicolon || kind.closes { return true }
        guard endsWithLine, index > start else { return false }
        if kind == .leftBrace, isWord("didSet", at: 1) || isWord("willSet", at: 1) { return true }
        guard token.startsLine, kind == .identifier || kind == .at || kind == .pound else { return false }
        return !lineGoesOn
    }

    /// Whether the line that begins with the current token continues the previous line.
    private var lineGoesOn: Bool {
        let words: [StaticString] = ["as", "is", "else", "catch"]
        if words.contains(where: { isWord($0) }) { return true }
        let previous = list.tokens[index - 1]
        switch previous.kind {
        case .operator, .equal, .dot, .colon, .arrow, .less, .comma:
            return true
        case .question, .exclamation:
            return previous.followsSpace
        case .identifier:
            return ["try", "await", "return", "as", "is", "in", "any", "some"].contains(list.text(index - 1))
        default:
            return false
        }
    }

    /// Whether the `#if` here is part of an expression: the first line in it begins with a dot.
    private mutating func postfixFollowsCondition() -> Bool {
        guard word == "#if" else { return false }
        var ahead = 1
        while !token(at: ahead).startsLine, token(at: ahead).kind != .end { ahead += 1 }
        steps += ahead
        return token(at: ahead).kind == .dot
    }

    /// Skips an `#if` with everything up to its `#endif`.
    mutating func skipToEndOfCondition() {
        var open = 0
        repeat {
            if kind == .directive, word == "#if" { open += 1 }
            if kind == .directive, word == "#endif" { open -= 1 }
            skipBalanced()
        } while open > 0 && !isAtEnd && !kind.closes
    }

    private mutating func skipGenericsOrOperator() {
        let start = index
        guard index >= genericsDeadEnd, !skipGenericArguments() else {
            if index == start { advance() }
            return
        }
        genericsDeadEnd = index
        index = start
        advance()
    }
}
