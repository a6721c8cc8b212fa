extension Reader {
    /// Reads the members of the whole text, including those after an unmatched closing brace.
    mutating func file() -> [Member] {
        var members: [Member] = []
        while !isAtEnd {
            members += self.members(endingAtDirective: false)
            if !isAtEnd { advance() }
        }
        return members
    }

    /// Reads members, up to a closing brace, the end or, inside an `#if`, its next directive.
    mutating func members(endingAtDirective: Bool) -> [Member] {
        var members: [Member] = []
        while !isAtEnd, kind != .rightBrace {
            if take(.semicolon) { continue }
            if kind == .directive, !conditionalAttributesFollow() {
                if word == "#if" {
                    if let conditional = deeper({ $0.conditional() }) {
                        members.append(.conditional(conditional))
                    } else {
                        skipToEndOfCondition()
                    }
                    continue
                }
                if endingAtDirective { break }
                skipCondition()
                continue
            }
            let before = index
            members.append(member())
            if index == before { advance() }
        }
        return members
    }

    /// Reads from `#if` to `#endif`.
    private mutating func conditional() -> ConditionalMembers {
        let start = index
        var clauses: [ConditionalMembers.Clause] = []
        while kind == .directive {
            let clauseStart = index
            let directive = word
            if directive == "#endif" {
                advance()
                break
            }
            let condition = skipCondition()
            let members = members(endingAtDirective: true)
            clauses.append(
                ConditionalMembers.Clause(
                    directive: directive,
                    condition: condition,
                    members: members,
                    range: range(from: clauseStart)
                )
            )
        }
        return ConditionalMembers(clauses: clauses, range: range(from: start))
    }

    /// Reads a directive and its condition: the rest of the line, and further lines that an operator or a bracket joins to it.
    @discardableResult
    mutating func skipCondition() -> SourceFragment {
        advance()
        let start = index
        while !isAtEnd, kind != .directive, !kind.closes {
            if token.startsLine, list.tokens[index - 1].kind != .operator { break }
            skipBalanced()
        }
        return fragment(from: start)
    }
}
