extension Reader {
    /// Reads the attributes that begin here.
    mutating func attributes() -> [Attribute] {
        var attributes: [Attribute] = []
        while kind == .at { attributes.append(attribute()) }
        return attributes
    }

    /// Reads the attribute that begins at this `@`.
    mutating func attribute() -> Attribute {
        let start = index
        advance()
        let nameStart = index
        if kind == .identifier { advance() }
        while kind == .dot || kind == .doubleColon, token(at: 1).kind == .identifier {
            advance()
            advance()
        }
        let nameRange = range(from: nameStart)
        let name = Identifier(text: text(nameRange), range: nameRange)
        let generics = token.followsSpace ? [] : genericArguments()
        // In `@Sendable() -> Void`, the parentheses belong to the type.
        let hasArguments =
            kind == .leftParenthesis && !token.followsSpace && !arrowFollows(at: list.after(index) - index)
        let arguments = hasArguments ? self.arguments() : nil
        let range = range(from: start)
        return Attribute(
            name: name,
            genericArguments: generics,
            arguments: arguments,
            text: text(range),
            range: range
        )
    }

    /// Reads the arguments between the parentheses that begin here.
    mutating func arguments() -> [Argument] {
        elements { reader in
            let start = reader.index
            var label: Identifier?
            if reader.kind == .identifier, reader.token(at: 1).kind == .colon {
                label = reader.identifier()
                reader.advance()
            }
            let value = reader.expression(endsWithLine: false)
            return Argument(label: label, value: value, range: reader.range(from: start))
        }
    }

    /// Reads the elements, separated by commas, between the parentheses that begin here; leaves out those that are nil.
    mutating func elements<Element>(_ read: (inout Reader) -> Element?) -> [Element] {
        let end = list.after(index)
        advance()
        var elements: [Element] = []
        while index < end, kind != .rightParenthesis {
            if let element = read(&self) { elements.append(element) }
            guard take(.comma) else { break }
        }
        index = max(index, end)
        return elements
    }

    /// Reads the modifiers that begin here.
    mutating func modifiers() -> [Modifier] {
        var modifiers: [Modifier] = []
        while kind == .identifier, Self.modifierNames.contains(word), modifierIsFollowed() {
            let start = index
            let name = word
            advance()
            var detail: String?
            if kind == .leftParenthesis, !token.followsSpace || name == "unowned" {
                let inside = index + 1
                skipBalanced()
                detail = text(range(ofTokens: inside..<max(inside, index - 1)))
            }
            modifiers.append(Modifier(name: name, detail: detail, range: range(from: start)))
        }
        return modifiers
    }

    /// Whether the current word is a modifier: another word follows, or a detail in parentheses and then a word.
    private func modifierIsFollowed() -> Bool {
        let next = token(at: 1)
        if isWord("class") {
            let following = list.text(index + 1)
            return ["func", "var", "let", "subscript"].contains(following)
                || (Self.modifierNames.contains(following) && token(at: 2).kind == .identifier)
        }
        if next.kind == .leftParenthesis {
            return list.tokens[list.after(index + 1)].kind == .identifier
        }
        return next.kind == .identifier
    }

    private static let modifierNames = Set(
        words: """
            public private fileprivate internal package open static class final lazy weak unowned mutating \
            nonmutating override required convenience dynamic optional indirect nonisolated isolated distributed \
            prefix postfix infix borrowing consuming __consuming _const sending async
            """
    )
}
