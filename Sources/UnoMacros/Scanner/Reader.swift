/// Reads declarations from tokens, by recursive descent.
///
/// Any text is accepted. What is not understood becomes a declaration of content `other`, or ends the one before.
/// Code inside braces is skipped in one step; so is what is nested deeper than the reader goes.
///
/// Complexity: O(*n*) in the length of the text, with bounded recursion.
struct Reader {
    /// How deep types, conditions and generic arguments are followed.
    static let depthLimit = 48

    let list: TokenList
    var index = 0
    var depth = 0
    /// How many tokens were looked at, those that were looked at twice counted twice.
    var steps = 0
    /// No list of generic arguments in an expression begins before this token: one that was tried does not end.
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

    func word(at distance: Int) -> String {
        list.text(min(index + distance, list.tokens.count - 1))
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

    /// Over the current token, or over all of what it opens.
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

    // MARK: Naming what was read

    /// The bytes from the token at `start` to the one before the current one, in the file.
    func range(from start: Int) -> Range<Int> {
        range(ofTokens: start..<max(start, index))
    }

    /// The bytes of some tokens. Those of none lie where the token before ends.
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

    /// Runs `body` one level deeper, or answers nil where that is too deep.
    mutating func deeper<Result>(_ body: (inout Reader) -> Result) -> Result? {
        guard depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }
}
