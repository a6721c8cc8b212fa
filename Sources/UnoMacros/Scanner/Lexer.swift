/// Splits Swift source into tokens.
///
/// Accepts any bytes: invalid ones become tokens of kind `unknown`, and unterminated tokens end with the text.
///
/// Complexity: O(*n*) in the length of the text; no recursion.
struct Lexer {
    let bytes: [UInt8]
    var position = 0
    var tokens: [Token] = []
    /// The number of bytes examined, counted each time.
    var steps = 0
    /// No regular expression literal begins before this offset, because a previous attempt found no end.
    var regexDeadEnd = 0
    /// Whether a line ends before the current token.
    private(set) var startsLine = true
    private var followsSpace = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        tokens.reserveCapacity(bytes.count / 4 + 1)
    }

    /// Returns the tokens of `bytes`, followed by one of kind `end`, and the number of steps.
    static func tokens(of bytes: [UInt8]) -> (tokens: [Token], steps: Int) {
        var lexer = Lexer(bytes)
        lexer.skipPreamble()
        while lexer.next() {}
        return (lexer.tokens, lexer.steps)
    }

    /// The byte at `distance` from the current one; zero past the end.
    func peek(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < bytes.count ? bytes[index] : 0
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// Skips a byte order mark and a `#!` line.
    private mutating func skipPreamble() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if peek() == UInt8(ascii: "#"), peek(1) == UInt8(ascii: "!") { skipLine() }
    }

    private mutating func next() -> Bool {
        skipTrivia()
        let start = position
        let kind = isAtEnd ? Token.Kind.end : scan()
        steps += position - start + 1
        tokens.append(
            Token(kind: kind, start: start, end: position, startsLine: startsLine, followsSpace: followsSpace)
        )
        startsLine = false
        return kind != .end
    }

    private mutating func scan() -> Token.Kind {
        let byte = peek()
        if byte.beginsName { return scanName() }
        if byte.isDigit { return scanNumber() }
        switch byte {
        case UInt8(ascii: "\""):
            scanString(hashes: 0)
            return .string
        case UInt8(ascii: "#"): return scanHash()
        case UInt8(ascii: "`"): return scanBackticks()
        case UInt8(ascii: "/") where scanBareRegex(): return .regex
        case UInt8(ascii: ":") where peek(1) == byte:
            position += 2
            return .doubleColon
        case UInt8(ascii: "-") where peek(1) == UInt8(ascii: ">"):
            position += 2
            return .arrow
        case UInt8(ascii: ".") where peek(1) == byte: return scanOperator()
        default: break
        }
        if let kind = Token.Kind(sign: byte) {
            // `==` and the like are operators; `=` alone is not.
            if kind == .equal, peek(1).isOperator, !startsComment(1) { return scanOperator() }
            position += 1
            return kind
        }
        return byte.isOperator ? scanOperator() : skipUnknown()
    }

    private mutating func skipUnknown() -> Token.Kind {
        position += 1
        return .unknown
    }

    private mutating func scanOperator() -> Token.Kind {
        let isDotted = peek() == UInt8(ascii: ".")
        while peek().isOperator || (isDotted && peek() == UInt8(ascii: ".")), !startsComment(0) {
            if peek() == UInt8(ascii: "<") || peek() == UInt8(ascii: ">") { break }
            position += 1
        }
        return .operator
    }

    private mutating func scanName() -> Token.Kind {
        while peek().continuesName { position += 1 }
        return .identifier
    }

    /// Reads a name in backticks, which may contain spaces (SE-0451) but not newlines.
    private mutating func scanBackticks() -> Token.Kind {
        position += 1
        while !isAtEnd, !peek().isNewline {
            position += 1
            if bytes[position - 1] == UInt8(ascii: "`") { return .identifier }
        }
        return .unknown
    }

    private mutating func scanNumber() -> Token.Kind {
        // An `e` is a digit where there is a `p`.
        let isHexadecimal = peek() == UInt8(ascii: "0") && peek(1) | 0x20 == UInt8(ascii: "x")
        let exponent = UInt8(ascii: isHexadecimal ? "p" : "e")
        while !isAtEnd {
            let byte = peek()
            let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
            if byte.continuesName || (byte == UInt8(ascii: ".") && peek(1).isDigit) {
                position += 1
            } else if isSign, bytes[position - 1] | 0x20 == exponent, peek(1).isDigit {
                position += 1
            } else {
                break
            }
        }
        return .number
    }

    // MARK: White space and comments

    /// Whether a comment starts `distance` bytes from here.
    func startsComment(_ distance: Int) -> Bool {
        guard peek(distance) == UInt8(ascii: "/") else { return false }
        return peek(distance + 1) == UInt8(ascii: "/") || peek(distance + 1) == UInt8(ascii: "*")
    }

    private mutating func skipTrivia() {
        let start = position
        while !isAtEnd {
            let byte = peek()
            if byte.isNewline {
                startsLine = true
                position += 1
            } else if byte.isSpace {
                position += 1
            } else if startsComment(0) {
                if peek(1) == UInt8(ascii: "/") { skipLine() } else { skipBlockComment() }
            } else {
                break
            }
        }
        followsSpace = position > start
        steps += position - start
    }

    private mutating func skipLine() {
        while !isAtEnd, !peek().isNewline { position += 1 }
    }

    /// Skips a comment between `/*` and `*/`, including nested comments.
    mutating func skipBlockComment() {
        var depth = 0
        while !isAtEnd {
            if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                if peek().isNewline { startsLine = true }
                position += 1
            }
        }
    }
}
