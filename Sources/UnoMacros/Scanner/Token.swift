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

    var bracket: Int {
        switch self {
        case .leftParenthesis, .rightParenthesis: 0
        case .leftBrace, .rightBrace: 1
        default: 2
        }
    }
}
