extension Reader {
    /// Reads the parameters between the parentheses that begin here.
    mutating func parameters() -> [Parameter] { elements { $0.parameter() } }

    private mutating func parameter() -> Parameter? {
        let start = index
        let attributes = attributes()
        // In `prefix text: String`, the modifier's name is a label.
        if !nameOrLabelFollows { _ = modifiers() }
        var first: Identifier?
        var second: Identifier?
        if nameOrLabelFollows {
            first = identifier()
            if kind == .identifier { second = identifier() }
        }
        // Without a name, attributes belong to the type.
        if first == nil { index = start } else { take(.colon) }
        guard let type = type() else { return nil }
        let defaultValue = take(.equal) ? expression(endsWithLine: false) : nil
        return Parameter(
            attributes: first == nil ? [] : attributes,
            firstName: first,
            secondName: second,
            type: type,
            defaultValue: defaultValue,
            range: range(from: start)
        )
    }

    /// Whether a colon comes after one name, or after a label and a name.
    private var nameOrLabelFollows: Bool {
        guard kind == .identifier else { return false }
        let next = token(at: 1).kind
        return next == .colon || next == .identifier && token(at: 2).kind == .colon
    }

    /// Reads a function, an initialiser or a subscript; nil, without consuming anything, if there are no parameters.
    mutating func function(_ keyword: String) -> Declaration.Content? {
        let start = index
        let name = functionName(keyword)
        let generics = kind == .less ? genericParameters() : []
        guard kind == .leftParenthesis else {
            index = start
            return nil
        }
        let parameters = parameters()
        let isAsync = take("async")
        let throwing = throwing()
        let returnType = take(.arrow) ? type() : nil
        let requirements = whereClause()
        let bodyStart = index
        let hasBody = kind == .leftBrace
        if hasBody { skipBalanced() }
        return .function(
            FunctionDeclaration(
                name: name,
                genericParameters: generics,
                parameters: parameters,
                isAsync: isAsync,
                throwing: throwing,
                returnType: returnType,
                whereClause: requirements,
                body: hasBody ? range(from: bodyStart) : nil
            )
        )
    }

    /// Reads the name after `func`, which for an operator can be several tokens; or `init?` or `subscript`.
    private mutating func functionName(_ keyword: String) -> Identifier {
        let start = keyword == "func" ? index + 1 : index
        advance()
        if keyword == "func" {
            if kind == .identifier {
                advance()
            } else {
                repeat {
                    advance()
                } while kind.canBeOperator && !token.followsSpace
            }
        } else if keyword == "init", kind == .question || kind == .exclamation {
            advance()
        }
        let range = range(from: min(start, index))
        return Identifier(text: text(range), range: range)
    }

    private mutating func throwing() -> SourceFragment? {
        let start = index
        guard take("throws") || take("rethrows") || take("reasync") else { return nil }
        if kind == .leftParenthesis { skipBalanced() }
        return fragment(from: start)
    }
}

extension Token.Kind {
    /// Whether the token can be part of an operator's name.
    fileprivate var canBeOperator: Bool {
        switch self {
        case .operator, .less, .greater, .equal, .question, .exclamation, .arrow: true
        default: false
        }
    }
}
