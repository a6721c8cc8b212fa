/// A word, a sign or a literal. Comments and white space belong to no token.
public struct Token: Sendable, Hashable {
    public enum Kind: UInt8, Sendable {
        /// A name or a keyword; `$0`, `_` and names in backticks too.
        case identifier
        case number
        /// A string of any form, from its first quote or `#` to its last, interpolations included.
        case string
        case regex
        case leftParenthesis, rightParenthesis
        case leftBrace, rightBrace
        case leftBracket, rightBracket
        /// `<` and `>` are always tokens of their own, so that `>>` can close two lists. `->` is an `arrow`.
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
        /// The end of the text; the last token, and the only one that is empty.
        case end
    }

    public let kind: Kind
    /// Offsets into the bytes that were scanned.
    public let start: Int
    public let end: Int
    /// A line ends between this token and the one before, or there is none before.
    public let startsLine: Bool
    /// White space or a comment stands before this token.
    public let followsSpace: Bool
}
