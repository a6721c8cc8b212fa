/// A property or a case of a state that is marked `@NestedState`.
struct NestedStateUse {
    let name: Identifier
    /// The child's type, without white space: the code before `.State`.
    let child: String
    /// Whether the state is a case of an enum, rather than a property.
    let isCase: Bool
    /// The declaration of the property or the case.
    let placed: PlacedDeclaration

    /// Returns the valid nested states that `state` declares, and reports the others.
    static func all(in state: TypeDeclaration, _ context: inout MacroContext) -> [NestedStateUse] {
        var uses: [NestedStateUse] = []
        for placed in state.members.placedDeclarations where placed.declaration.attribute("NestedState") != nil {
            let declaration = placed.declaration
            if let variable = declaration.variable {
                uses += variable.bindings.compactMap {
                    property($0, placed, isLet: variable.isLet, in: state, &context)
                }
            } else if let cases = declaration.cases {
                uses += cases.compactMap { enumCase($0, placed, in: state, &context) }
            } else {
                context.error(
                    "'@NestedState' can only be applied to a property or a case of 'State'",
                    at: declaration.keyword
                )
            }
        }
        return uses
    }

    private static func property(
        _ binding: VariableDeclaration.Binding,
        _ placed: PlacedDeclaration,
        isLet: Bool,
        in state: TypeDeclaration,
        _ context: inout MacroContext
    ) -> NestedStateUse? {
        let declaration = placed.declaration
        guard let name = binding.name else {
            context.error("'@NestedState' requires a property with a name", at: binding)
            return nil
        }
        if isLet {
            context.error(
                "'\(name.name)' must be a 'var', because a nested state changes",
                at: declaration.keyword,
                fixIts: [.init("use 'var'", replacing: declaration.keyword, with: "var")]
            )
            return nil
        }
        guard binding.isStored, !declaration.isStatic else {
            context.error("'\(name.name)' must be a stored property, because it is a nested state", at: name)
            return nil
        }
        let child =
            if let type = binding.type { child(ofType: type) } else { child(ofInitializer: binding.initializer) }
        guard let child else {
            context.error(
                "'\(name.name)' does not name its child: write 'var \(name.text): Child.State'",
                at: binding.type?.range ?? name.range
            )
            return nil
        }
        return NestedStateUse(name: name, child: qualified(child, in: state), isCase: false, placed: placed)
    }

    private static func enumCase(
        _ element: CaseElement,
        _ placed: PlacedDeclaration,
        in state: TypeDeclaration,
        _ context: inout MacroContext
    ) -> NestedStateUse? {
        let parameters = element.parameters ?? []
        guard parameters.count == 1, let child = child(ofType: parameters[0].type) else {
            context.error(
                "'\(element.name.name)' does not name its child: write 'case \(element.name.text)(Child.State)'",
                at: element
            )
            return nil
        }
        return NestedStateUse(name: element.name, child: qualified(child, in: state), isCase: true, placed: placed)
    }

    /// Returns the type for use outside of the state, which may nest it.
    private static func qualified(_ child: String, in state: TypeDeclaration) -> String {
        let names = state.nestedNames
        return SourceFragment(text: child, range: 0..<0).replacing {
            $0 == "Self" ? "State" : names.contains($0) ? "State.\($0)" : nil
        }
    }

    /// Returns `A.B` for `A.B.State`, `A.B.State?` and `Optional<A.B.State>`.
    private static func child(ofType type: SourceFragment) -> String? {
        var text = type.withoutBlanks
        if text.hasPrefix("Optional<"), text.hasSuffix(">") { text = String(text.dropFirst(9).dropLast()) }
        if text.hasSuffix("?") { text.removeLast() }
        return text.hasSuffix(".State") ? String(text.dropLast(6)) : nil
    }

    /// Returns `A.B` for `A.B.State()`, `A.B.State.init(1)` and `A.B.State.idle`.
    private static func child(ofInitializer initializer: SourceFragment?) -> String? {
        guard let initializer else { return nil }
        let list = TokenList(SourceText(initializer.withoutBlanks))
        var (index, depth, previous) = (0, 0, Token.Kind.end)
        while list.tokens[index].kind != .end, list.tokens[index].kind != .operator {
            switch list.tokens[index].kind {
            case .less: depth += 1
            case .greater: depth -= 1
            case .identifier where depth == 0 && previous == .dot && list.text(index) == "State":
                let text = list.source.string(0..<list.tokens[index].start - 1)
                return text.isEmpty ? nil : text
            case .leftParenthesis, .leftBracket, .leftBrace: if depth == 0 { return nil }
            default: break
            }
            previous = list.tokens[index].kind
            index = list.after(index)
        }
        return nil
    }
}

extension SourceFragment {
    /// The text without comments and white space, except for a space between two words.
    var withoutBlanks: String {
        let bytes = Array(text.utf8)
        var result = ""
        var previous = Token.Kind.end
        for token in Lexer.tokens(of: bytes).tokens where token.kind != .end {
            if previous == .identifier, token.kind == .identifier { result += " " }
            result += String(decoding: bytes[token.start..<token.end], as: UTF8.self)
            previous = token.kind
        }
        return result
    }
}
