/// A word, a sign or a literal. Comments and white space are not part of any token.
package struct Token: Sendable {
    package enum Kind: UInt8, Sendable {
        /// A name or a keyword, including `$0`, `_` and names in backticks.
        case identifier
        case number, regex
        /// A string of any form, from its first quote or `#` to its last, including interpolations.
        case string
        case leftParenthesis, rightParenthesis
        case leftBrace, rightBrace
        case leftBracket, rightBracket
        /// `<` and `>` are always separate tokens, so that `>>` can close two lists. `->` is an `arrow`.
        case less, greater
        case arrow
        case comma, colon, doubleColon, semicolon, dot, at, equal, question, exclamation, backslash
        /// `#` and a name, other than a directive.
        case pound
        /// `#if`, `#elseif`, `#else` or `#endif`.
        case directive
        /// A run of other operator characters.
        case `operator`
        /// A byte that begins no token.
        case unknown
        /// The end of the text: the last token, and the only empty one.
        case end
    }

    package let kind: Kind
    /// Offsets into the bytes that were scanned.
    package let start: Int
    package let end: Int
    /// Whether a line ends before this token, or there is no previous token.
    package let startsLine: Bool
    /// Whether white space or a comment precedes this token.
    package let followsSpace: Bool
}

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

    /// The index after the token at `index` or, for an opening bracket, after the closing one.
    func after(_ index: Int) -> Int {
        guard let closer = tokens[index].kind.opens else { return min(index + 1, tokens.count - 1) }
        let end = closing[index]
        return tokens[end].kind == closer ? min(end + 1, tokens.count - 1) : max(end, index + 1)
    }

    func text(_ index: Int) -> String {
        source.string(tokens[index].start..<tokens[index].end)
    }
}

extension Token.Kind {
    /// The kind that closes this kind.
    var opens: Token.Kind? {
        switch self {
        case .leftParenthesis: .rightParenthesis
        case .leftBrace: .rightBrace
        case .leftBracket: .rightBracket
        default: nil
        }
    }

    var closes: Bool { self == .rightParenthesis || self == .rightBrace || self == .rightBracket }

    fileprivate var bracket: Int {
        switch self {
        case .leftParenthesis, .rightParenthesis: 0
        case .leftBrace, .rightBrace: 1
        default: 2
        }
    }
}
