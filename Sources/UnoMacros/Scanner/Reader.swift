/// Reads declarations from tokens, by recursive descent.
///
/// Accepts any text. Unknown code becomes a declaration with the content `other`, or ends the previous declaration.
/// Code inside braces is skipped in one step; so is code nested deeper than the limit.
///
/// Complexity: O(*n*) in the length of the text, with bounded recursion.
struct Reader {
    /// The depth to which types, conditions and generic arguments are read.
    static let depthLimit = 48

    let list: TokenList
    var index = 0
    var depth = 0
    /// The number of tokens examined, counted each time.
    var steps = 0
    /// No list of generic arguments in an expression begins before this token, because a previous attempt found no end.
    var genericsDeadEnd = 0

    init(_ source: SourceText) {
        list = TokenList(source)
    }

    // MARK: Looking

    var token: Token { list.tokens[index] }
    var kind: Token.Kind { list.tokens[index].kind }
    var isAtEnd: Bool { kind == .end }

    /// The text of the current token.
    var word: String { list.text(index) }

    func token(at distance: Int) -> Token {
        list.tokens[min(index + distance, list.tokens.count - 1)]
    }

    func isWord(_ text: StaticString, at distance: Int = 0) -> Bool {
        let token = token(at: distance)
        return token.kind == .identifier && list.source.bytes[token.start..<token.end].elementsEqual(text.utf8)
    }

    func isOperator(_ text: StaticString) -> Bool {
        kind == .operator && list.source.bytes[token.start..<token.end].elementsEqual(text.utf8)
    }

    // MARK: Moving

    mutating func advance() {
        steps += 1
        if !isAtEnd { index += 1 }
    }

    /// Skips the current token or, for an opening bracket, everything up to the closing one.
    mutating func skipBalanced() {
        steps += 1
        index = list.after(index)
    }

    @discardableResult
    mutating func take(_ wanted: Token.Kind) -> Bool {
        guard kind == wanted else { return false }
        advance()
        return true
    }

    @discardableResult
    mutating func take(_ wanted: StaticString) -> Bool {
        guard isWord(wanted) else { return false }
        advance()
        return true
    }

    // MARK: Ranges and fragments

    /// The range in the file from the token at `start` to the one before the current token.
    func range(from start: Int) -> Range<Int> {
        range(ofTokens: start..<max(start, index))
    }

    /// The range of some tokens. An empty range lies at the end of the previous token.
    func range(ofTokens tokens: Range<Int>) -> Range<Int> {
        guard let last = tokens.last else {
            let place = tokens.lowerBound > 0 ? list.tokens[tokens.lowerBound - 1].end : 0
            return offset(place..<place)
        }
        return offset(list.tokens[tokens.lowerBound].start..<list.tokens[last].end)
    }

    private func offset(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound + list.source.fileOffset..<range.upperBound + list.source.fileOffset
    }

    func text(_ range: Range<Int>) -> String {
        let start = list.source.fileOffset
        return list.source.string(range.lowerBound - start..<range.upperBound - start)
    }

    func fragment(from start: Int) -> SourceFragment {
        let range = range(from: start)
        return SourceFragment(text: text(range), range: range)
    }

    /// The current token as a name.
    mutating func identifier() -> Identifier {
        let start = index
        advance()
        return Identifier(text: list.text(start), range: range(from: start))
    }

    /// Runs `body` one level deeper; returns nil beyond the depth limit.
    mutating func deeper<Result>(_ body: (inout Reader) -> Result) -> Result? {
        guard depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }
}
