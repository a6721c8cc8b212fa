extension Lexer {
    /// A nesting level of a string literal, between its start and its end.
    private enum Frame {
        /// Text between quotes, with this number of `#` around them.
        case text(hashes: Int, isMultiline: Bool)
        /// An interpolation, with the number of open parentheses in it.
        case interpolation(parentheses: Int)
    }

    /// Reads a string literal that begins here, after `hashes` of `#`. An unterminated literal ends with its line.
    ///
    /// The stack is an array, so that strings nested in interpolations do not cause recursion.
    mutating func scanString(hashes: Int) {
        var frames: [Frame] = []
        openString(hashes: hashes, &frames)
        while let frame = frames.last, !isAtEnd {
            switch frame {
            case .text(let hashes, let isMultiline):
                scanText(hashes: hashes, isMultiline: isMultiline, &frames)
            case .interpolation(let parentheses):
                scanInterpolation(parentheses: parentheses, &frames)
            }
        }
    }

    private mutating func openString(hashes: Int, _ frames: inout [Frame]) {
        position += hashes
        let quotes = quotesHere()
        // Nothing may follow three opening quotes on their line; `#"""#` is a string with one quote.
        let isMultiline = quotes == 3 && (hashes == 0 || peek(3).isNewline || peek(3).isSpace)
        position += isMultiline ? 3 : 1
        frames.append(.text(hashes: hashes, isMultiline: isMultiline))
    }

    /// The number of quotes here, at most three.
    private func quotesHere() -> Int {
        let quote = UInt8(ascii: "\"")
        guard peek() == quote else { return 0 }
        guard peek(1) == quote else { return 1 }
        return peek(2) == quote ? 3 : 2
    }

    private mutating func hasHashes(_ count: Int, at distance: Int) -> Bool {
        for offset in 0..<count {
            steps += 1
            guard peek(distance + offset) == UInt8(ascii: "#") else { return false }
        }
        return true
    }

    private mutating func scanText(hashes: Int, isMultiline: Bool, _ frames: inout [Frame]) {
        let byte = peek()
        if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
            position += 1 + hashes
            if peek() == UInt8(ascii: "(") {
                position += 1
                frames.append(.interpolation(parentheses: 1))
            } else if !isAtEnd, !peek().isNewline {
                position += 1
            }
        } else if byte == UInt8(ascii: "\"") {
            let quotes = isMultiline ? 3 : 1
            if !isMultiline || quotesHere() == 3, hasHashes(hashes, at: quotes) {
                position += quotes + hashes
                frames.removeLast()
            } else {
                position += 1
            }
        } else if byte.isNewline, !isMultiline {
            frames.removeLast()
        } else {
            position += 1
        }
    }

    private mutating func scanInterpolation(parentheses: Int, _ frames: inout [Frame]) {
        switch peek() {
        case UInt8(ascii: "("):
            position += 1
            frames[frames.count - 1] = .interpolation(parentheses: parentheses + 1)
        case UInt8(ascii: ")"):
            position += 1
            if parentheses == 1 {
                frames.removeLast()
            } else {
                frames[frames.count - 1] = .interpolation(parentheses: parentheses - 1)
            }
        case UInt8(ascii: "\""):
            openString(hashes: 0, &frames)
        case UInt8(ascii: "#"):
            let hashes = hashesHere()
            if peek(hashes) == UInt8(ascii: "\"") { openString(hashes: hashes, &frames) } else { position += hashes }
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            skipBlockComment()
        default:
            position += 1
        }
    }

    func hashesHere() -> Int {
        var count = 0
        while peek(count) == UInt8(ascii: "#") { count += 1 }
        return count
    }

    /// Reads a token that begins with `#`: a raw string, a regular expression, a directive or the name of a macro.
    mutating func scanHash() -> Token.Kind {
        let hashes = hashesHere()
        steps += hashes
        if peek(hashes) == UInt8(ascii: "\"") {
            scanString(hashes: hashes)
            return .string
        }
        if peek(hashes) == UInt8(ascii: "/"), scanExtendedRegex(hashes: hashes) { return .regex }
        position += hashes
        guard hashes == 1, peek().beginsName else { return .unknown }
        let start = position
        while peek().continuesName { position += 1 }
        let name = bytes[start..<position]
        let directives: [StaticString] = ["if", "elseif", "else", "endif"]
        return directives.contains { name.elementsEqual($0.utf8) } ? .directive : .pound
    }

    /// Reads a regular expression between `#/` and `/#`, which spans several lines if a line ends after the `#/`.
    private mutating func scanExtendedRegex(hashes: Int) -> Bool {
        guard position >= regexDeadEnd else { return false }
        let start = position
        position += hashes + 1
        let isMultiline = peek().isNewline
        while !isAtEnd, isMultiline || !peek().isNewline {
            if peek() == UInt8(ascii: "\\") {
                position += min(2, bytes.count - position)
            } else if peek() == UInt8(ascii: "/"), hasHashes(hashes, at: 1) {
                position += 1 + hashes
                return true
            } else {
                position += 1
            }
        }
        if isMultiline { return true }
        return abandonRegex(start)
    }

    /// Reads a regular expression between slashes, distinguished from an operator by the rules of SE-0354.
    ///
    /// An operator at the start of a line that no space follows is a prefix, so it begins an expression.
    mutating func scanBareRegex() -> Bool {
        guard
            position >= regexDeadEnd, !continuesOperator, startsLine || beginsExpression, !peek(1).isSpace
        else { return false }
        let start = position
        var parentheses = 0
        position += 1
        while !isAtEnd, !peek().isNewline {
            steps += 1
            switch peek() {
            case UInt8(ascii: "\\"):
                position += 1
                if !isAtEnd, !peek().isNewline { position += 1 }
                continue
            case UInt8(ascii: "("):
                parentheses += 1
            case UInt8(ascii: ")"):
                parentheses -= 1
                guard parentheses >= 0 else {
                    position = start
                    return false
                }
            case UInt8(ascii: "/"):
                if bytes[position - 1].isSpace {
                    position = start
                    return false
                }
                position += 1
                return true
            default:
                break
            }
            position += 1
        }
        return abandonRegex(start)
    }

    /// Records that the literal does not end on its line, so that later slashes of the line do not search again.
    private mutating func abandonRegex(_ start: Int) -> Bool {
        steps += position - start
        regexDeadEnd = position
        position = start
        return false
    }

    /// Whether the last token ends here with a character of an operator, as `<` of `</` does.
    private var continuesOperator: Bool {
        tokens.last?.end == position && bytes[position - 1].isOperator
    }

    /// Whether an operand, rather than an operator, is expected after the last token.
    private var beginsExpression: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .string, .regex, .rightParenthesis, .rightBracket, .rightBrace, .greater, .question,
            .exclamation, .pound, .dot:
            return false
        case .identifier:
            let words: [StaticString] = [
                "return", "in", "try", "await", "case", "if", "while", "else", "where", "is", "as", "throw", "switch",
                "guard", "yield",
            ]
            return words.contains { bytes[last.start..<last.end].elementsEqual($0.utf8) }
        default:
            return true
        }
    }
}

extension StaticString {
    var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
