extension UInt8 {
    var isNewline: Bool { self == 0x0A || self == 0x0D }

    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0B || self == 0x0C || self == 0x00 }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Letters, `_`, `$`, and every byte of a non-ASCII character.
    var beginsName: Bool {
        let lower = self | 0x20
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) || self >= 0x80
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
    }

    var continuesName: Bool { beginsName || isDigit }

    /// The ASCII operator characters, except the dot, which begins an operator only before another dot.
    var isOperator: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "!"),
            UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: "^"), UInt8(ascii: "~"), UInt8(ascii: "?"):
            true
        default:
            false
        }
    }
}

extension Token.Kind {
    /// The kind of the token that consists of this byte.
    init?(sign: UInt8) {
        switch sign {
        case UInt8(ascii: "("): self = .leftParenthesis
        case UInt8(ascii: ")"): self = .rightParenthesis
        case UInt8(ascii: "{"): self = .leftBrace
        case UInt8(ascii: "}"): self = .rightBrace
        case UInt8(ascii: "["): self = .leftBracket
        case UInt8(ascii: "]"): self = .rightBracket
        case UInt8(ascii: "<"): self = .less
        case UInt8(ascii: ">"): self = .greater
        case UInt8(ascii: ","): self = .comma
        case UInt8(ascii: ":"): self = .colon
        case UInt8(ascii: ";"): self = .semicolon
        case UInt8(ascii: "."): self = .dot
        case UInt8(ascii: "@"): self = .at
        case UInt8(ascii: "="): self = .equal
        case UInt8(ascii: "?"): self = .question
        case UInt8(ascii: "!"): self = .exclamation
        case UInt8(ascii: "\\"): self = .backslash
        default: return nil
        }
    }
}

extension Set<String> {
    /// The words of a text, separated by spaces. The compiler takes longer over a literal of as many strings.
    init(words: String) { self = Set(words.split(separator: " ").map(String.init)) }
}
