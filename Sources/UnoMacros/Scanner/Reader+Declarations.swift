extension Reader {
    /// Reads the declaration that begins here, or other code as one with the content `other`.
    ///
    /// A declaration with attributes inside an `#if` becomes one for each clause, in an `#if` with the same conditions.
    mutating func member() -> Member {
        let start = index
        let attributes = attributeItems()
        let modifiers = modifiers()
        let keyword = kind == .identifier ? word : ""
        let keywordStart = index
        let content = content(keyword)
        let range = range(from: start)
        // A declaration of an unknown kind has no keyword.
        let isOther = if case .other = content { true } else { false }
        let keywordRange =
            isOther && !Self.otherKeywords.contains(keyword)
            ? range.lowerBound..<range.lowerBound : self.range(ofTokens: keywordStart..<keywordStart + 1)
        let availability = attributes.map(\.availability).joined()
        return attributes[...].member(in: range) { attributes in
            Declaration(
                attributes: attributes,
                availabilityCode: availability,
                modifiers: modifiers,
                keyword: Identifier(text: text(keywordRange), range: keywordRange),
                content: content,
                range: range
            )
        }
    }

    private static let otherKeywords: Set<String> = [
        "import", "deinit", "operator", "precedencegroup", "macro",
    ]

    private mutating func content(_ keyword: String) -> Declaration.Content {
        let namesFollow = token(at: 1).kind == .identifier
        switch keyword {
        case "struct" where namesFollow, "class" where namesFollow, "enum" where namesFollow,
            "protocol" where namesFollow, "actor" where namesFollow, "extension":
            return TypeDeclaration.Kind(rawValue: keyword).map { typeDeclaration($0) } ?? other()
        case "case" where namesFollow:
            return enumCase()
        case "var", "let":
            return variable(isLet: keyword == "let")
        case "func", "init", "subscript":
            return function(keyword) ?? other()
        case "typealias" where namesFollow, "associatedtype" where namesFollow:
            return typeAlias()
        default:
            return other()
        }
    }

    /// Skips code up to a line that begins something new.
    private mutating func other() -> Declaration.Content {
        let start = index
        while !isAtEnd, !kind.closes, kind != .semicolon, kind != .directive {
            if index > start, token.startsLine { break }
            skipBalanced()
        }
        return .other
    }

    // MARK: Types

    private mutating func typeDeclaration(_ kind: TypeDeclaration.Kind) -> Declaration.Content {
        advance()
        let name: Identifier
        let nameStart = index
        var generics: [GenericParameter] = []
        if kind == .extension {
            _ = skipType()
            let fragment = fragment(from: nameStart)
            name = Identifier(text: fragment.text, range: fragment.range)
        } else {
            name = identifier()
            generics = genericParameters()
        }
        let inheritance = take(.colon) ? inheritedTypes() : []
        let requirements = whereClause()
        let bodyStart = index
        var members: [Member] = []
        if self.kind == .leftBrace {
            let end = list.after(index)
            let inside = deeper { reader in
                reader.advance()
                return reader.members(endingAtDirective: false)
            }
            members = inside ?? []
            index = end
        }
        return .type(
            TypeDeclaration(
                kind: kind,
                name: name,
                genericParameters: generics,
                inheritance: inheritance,
                whereClause: requirements,
                members: members,
                body: range(from: bodyStart)
            )
        )
    }

    mutating func inheritedTypes() -> [SourceFragment] {
        var types: [SourceFragment] = []
        repeat {
            guard let type = type() else { break }
            types.append(type)
        } while take(.comma)
        return types
    }

    /// Reads a `where` clause, and returns its requirements.
    mutating func whereClause() -> SourceFragment? {
        guard take("where") else { return nil }
        let start = index
        repeat {
            guard skipType() else { break }
            guard kind == .colon || isOperator("==") else { break }
            advance()
            guard skipType() else { break }
        } while take(.comma)
        return fragment(from: start)
    }

    mutating func genericParameters() -> [GenericParameter] {
        guard take(.less) else { return [] }
        var parameters: [GenericParameter] = []
        while kind == .identifier || kind == .at {
            let start = index
            _ = attributes()
            var specifier: String?
            if isWord("each") || isWord("let"), token(at: 1).kind == .identifier {
                specifier = word
                advance()
            }
            let name = identifier()
            let inherited = take(.colon) ? type() : nil
            parameters.append(
                GenericParameter(specifier: specifier, name: name, inherited: inherited, range: range(from: start))
            )
            guard take(.comma) else { break }
        }
        _ = whereClause()
        take(.greater)
        return parameters
    }

    private mutating func typeAlias() -> Declaration.Content {
        advance()
        let name = identifier()
        let generics = genericParameters()
        let inheritance = take(.colon) ? inheritedTypes() : []
        let type = take(.equal) ? self.type() : nil
        return .typeAlias(
            TypeAliasDeclaration(
                name: name,
                genericParameters: generics,
                type: type,
                inheritance: inheritance,
                whereClause: whereClause()
            )
        )
    }

    // MARK: Cases

    private mutating func enumCase() -> Declaration.Content {
        advance()
        var cases: [CaseElement] = []
        repeat {
            guard kind == .identifier else { break }
            let start = index
            let name = identifier()
            let parameters = kind == .leftParenthesis ? parameters() : nil
            let rawValue = take(.equal) ? expression(endsWithLine: true) : nil
            cases.append(
                CaseElement(name: name, parameters: parameters, rawValue: rawValue, range: range(from: start))
            )
        } while take(.comma)
        return .enumCase(cases)
    }
}
