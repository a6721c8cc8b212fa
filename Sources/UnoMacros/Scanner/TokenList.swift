/// The tokens of a text, with the matching bracket of each bracket.
struct TokenList: Sendable {
    let source: SourceText
    /// The tokens; the last one is of kind `end`.
    let tokens: [Token]
    /// For an opening bracket, the index of the token that closes it or, if there is none, of the token that closes the
    /// enclosing bracket. For every other token, its own index.
    let closing: [Int]
    let steps: Int

    init(_ source: SourceText) {
        self.source = source
        let (tokens, lexed) = Lexer.tokens(of: source.bytes)
        self.tokens = tokens
        var closing = Array(tokens.indices)
        var open: [Int] = []
        var counts = [0, 0, 0]
        for (index, token) in tokens.enumerated() {
            if token.kind.opens != nil {
                counts[token.kind.bracket] += 1
                open.append(index)
            } else if token.kind.closes, counts[token.kind.bracket] > 0 {
                // Brackets that were opened later and are still open are not closed.
                while let last = open.popLast() {
                    closing[last] = index
                    counts[tokens[last].kind.bracket] -= 1
                    if tokens[last].kind.opens == token.kind { break }
                }
            }
        }
        for index in open { closing[index] = tokens.count - 1 }
        self.closing = closing
        steps = lexed + tokens.count
    }

    /// The index after the token at `index`, which is not the end, or, for an opening bracket, after the closing one.
    func after(_ index: Int) -> Int {
        guard let closer = tokens[index].kind.opens else { return index + 1 }
        let end = closing[index]
        return tokens[end].kind == closer ? end + 1 : end
    }

    /// The indices of the names that a colon follows, directly inside parentheses: of labels and of parameters.
    var labels: Set<Int> {
        var labels: Set<Int> = []
        var open: [Token.Kind] = []
        for (index, token) in tokens.enumerated() {
            if token.kind.opens != nil {
                open.append(token.kind)
            } else if token.kind.closes {
                _ = open.popLast()
            } else if token.kind == .colon, open.last == .leftParenthesis, tokens[index - 1].kind == .identifier,
                [.leftParenthesis, .comma, .identifier].contains(tokens[index - 2].kind)
            {
                labels.insert(index - 1)
            }
        }
        return labels
    }

    func text(_ index: Int) -> String {
        source.string(tokens[index].start..<tokens[index].end)
    }
}
