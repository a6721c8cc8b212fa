extension Reader {
    mutating func variable(isLet: Bool) -> Declaration.Content {
        advance()
        var bindings: [VariableDeclaration.Binding] = []
        repeat {
            let before = index
            bindings.append(binding())
            if index == before { break }
        } while take(.comma)
        return .variable(VariableDeclaration(isLet: isLet, bindings: bindings))
    }

    private mutating func binding() -> VariableDeclaration.Binding {
        let start = index
        var name: Identifier?
        if kind == .identifier {
            name = identifier()
        } else if kind == .leftParenthesis {
            skipBalanced()
        }
        let type = take(.colon) ? self.type() : nil
        let initializer = take(.equal) ? expression(endsWithLine: true) : nil
        let accessors = kind == .leftBrace ? accessorBlock() : nil
        return VariableDeclaration.Binding(
            name: name,
            type: type,
            initializer: initializer,
            accessors: accessors,
            range: range(from: start)
        )
    }

    /// Reads the braces that begin here, as accessors or as the body of a getter.
    private mutating func accessorBlock() -> AccessorBlock {
        let start = index
        let end = list.after(index)
        let close = list.closing[index]
        advance()
        var names: [String] = []
        var getter: SourceFragment?
        let bodyStart = index
        while let name = accessorName(before: close) {
            names.append(name)
            if kind == .leftParenthesis { skipBalanced() }
            while isWord("async") || isWord("throws") {
                advance()
                if kind == .leftParenthesis { skipBalanced() }
            }
            guard kind == .leftBrace else { continue }
            let inside = index + 1
            let bodyEnd = list.closing[index]
            skipBalanced()
            if name == "get" { getter = fragment(ofTokens: inside..<max(inside, bodyEnd)) }
        }
        if names.isEmpty { getter = fragment(ofTokens: bodyStart..<max(bodyStart, close)) }
        index = end
        return AccessorBlock(names: names, getter: getter, range: range(from: start))
    }

    private func fragment(ofTokens tokens: Range<Int>) -> SourceFragment {
        let range = range(ofTokens: tokens)
        return SourceFragment(text: text(range), range: range)
    }

    /// Reads the name of the accessor that begins here, skipping its attributes and modifiers; nil if there is none.
    private mutating func accessorName(before close: Int) -> String? {
        _ = attributes()
        while isWord("mutating") || isWord("nonmutating") || isWord("nonisolated") || isWord("__consuming") {
            advance()
        }
        if Self.accessorNames.contains(word) {
            let name = word
            let next = token(at: 1)
            // The body of a getter can begin with a call of a function with that name.
            if index + 1 == close || [.leftBrace, .identifier, .leftParenthesis].contains(next.kind) {
                advance()
                return name
            }
        }
        return nil
    }

    private static let accessorNames = Set(
        words: """
            get set didSet willSet _read _modify read modify yielding borrow mutate unsafeAddress \
            unsafeMutableAddress init
            """
    )
}
