extension Reader {
    /// Reads a type; nil, without consuming anything, if none begins here.
    mutating func type() -> SourceFragment? {
        let start = index
        guard skipType() else {
            index = start
            return nil
        }
        return fragment(from: start)
    }

    /// Skips a type; false if there is none or it is incomplete.
    mutating func skipType() -> Bool {
        while true {
            skipTypePrefix()
            guard skipTypeOperand() else { return false }
            skipTypePostfix()
            if isOperator("&") {
                advance()
            } else if isOperator("&~") {
                advance()
            } else if arrowFollows() {
                skipEffects()
                advance()
            } else {
                return true
            }
        }
    }

    private mutating func skipTypePrefix() {
        let specifiers: [StaticString] = [
            "inout", "some", "any", "each", "repeat", "borrowing", "consuming", "sending", "isolated", "nonisolated",
            "__owned", "__shared", "_const", "__consuming",
        ]
        while true {
            if kind == .at {
                _ = attribute()
            } else if isOperator("~") {
                advance()
            } else if isOperator("-"), token(at: 1).kind == .number {
                advance()
            } else if kind == .identifier, specifiers.contains(where: { isWord($0) }), operandFollowsSpecifier() {
                let mayHaveDetail = isWord("nonisolated")
                advance()
                if mayHaveDetail, kind == .leftParenthesis { skipBalanced() }
            } else {
                return
            }
        }
    }

    /// Whether the current word is a specifier rather than a type of that name.
    private func operandFollowsSpecifier() -> Bool {
        let next = token(at: 1)
        switch next.kind {
        case .identifier, .leftParenthesis, .leftBracket, .at: return !next.startsLine || next.kind == .identifier
        case .operator: return list.text(index + 1) == "~"
        default: return false
        }
    }

    private mutating func skipTypeOperand() -> Bool {
        switch kind {
        case .identifier:
            advance()
            if kind == .less, !skipGenericArguments() { return false }
            return true
        case .leftParenthesis, .leftBracket:
            skipBalanced()
            return true
        case .number:
            advance()
            return true
        default:
            return false
        }
    }

    private mutating func skipTypePostfix() {
        while true {
            if kind == .question || kind == .exclamation, !token.followsSpace {
                advance()
            } else if kind == .dot || kind == .doubleColon, token(at: 1).kind == .identifier {
                advance()
                advance()
                if kind == .less, !skipGenericArguments() { return }
            } else if isOperator("..."), !token.followsSpace {
                advance()
            } else {
                return
            }
        }
    }

    /// Whether `->` comes at that distance, possibly after `async` and `throws`.
    func arrowFollows(at distance: Int = 0) -> Bool {
        var ahead = distance
        if isWord("async", at: ahead) { ahead += 1 }
        if isWord("throws", at: ahead) || isWord("rethrows", at: ahead) || isWord("reasync", at: ahead) {
            ahead += 1
            if token(at: ahead).kind == .leftParenthesis { ahead = list.after(index + ahead) - index }
        }
        return token(at: ahead).kind == .arrow
    }

    private mutating func skipEffects() {
        while kind != .arrow { skipBalanced() }
    }

    /// Skips `<...>`; false if it is not closed.
    mutating func skipGenericArguments() -> Bool {
        deeper { reader in
            reader.advance()
            while true {
                if reader.take(.greater) { return true }
                guard reader.skipType() else { return false }
                // In older sources, a generic parameter list can contain requirements.
                if !reader.take(.comma), reader.kind != .greater { return false }
            }
        } ?? false
    }

    /// Reads the types of `<...>`; empty, without consuming anything, if it does not begin here or is not closed.
    mutating func genericArguments() -> [SourceFragment] {
        guard kind == .less else { return [] }
        let start = index
        let arguments = deeper { reader -> [SourceFragment]? in
            reader.advance()
            var arguments: [SourceFragment] = []
            while reader.kind != .greater {
                guard let argument = reader.type() else { return nil }
                arguments.append(argument)
                guard reader.take(.comma) else { break }
            }
            return reader.take(.greater) ? arguments : nil
        }
        guard case .some(.some(let arguments)) = arguments else {
            index = start
            return []
        }
        return arguments
    }
}
