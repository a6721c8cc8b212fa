import UnoMacros

/// What the scanner has read, in text: a declaration after the other, with each fragment of the source between ‹ and ›.
func outline(_ members: [Member]) -> String {
    members.map { member in
        switch member {
        case .declaration(let declaration): outline(declaration)
        case .conditional(let conditional):
            conditional.clauses.map { clause in
                "\(clause.directive)\(text(clause.condition, empty: "")) [\(outline(clause.members))]"
            }.joined(separator: " ") + " #endif"
        }
    }.joined(separator: "; ")
}

private func outline(_ declaration: Declaration) -> String {
    let head =
        declaration.attributes.map(outline)
        + declaration.modifiers.map { $0.name + ($0.detail.map { "(\($0))" } ?? "") }
        + (declaration.keyword.text.isEmpty ? [] : [declaration.keyword.text])
    return (head + [outline(declaration.content)]).joined(separator: " ")
}

private func outline(_ content: Declaration.Content) -> String {
    switch content {
    case .type(let type):
        let inheritance =
            type.inheritance.isEmpty ? "" : ": " + type.inheritance.map { text($0) }.joined(separator: ", ")
        return type.name.text + outline(type.genericParameters) + inheritance + requirements(type.whereClause)
            + " [\(outline(type.members))]"
    case .enumCase(let cases):
        return cases.map { element in
            element.name.text + (element.parameters.map(outline) ?? "") + value(element.rawValue)
        }.joined(separator: ", ")
    case .variable(let variable): return variable.bindings.map(outline).joined(separator: ", ")
    case .function(let function):
        return function.name.text + outline(function.genericParameters) + outline(function.parameters)
            + (function.isAsync ? " async" : "") + (function.throwing.map { " \(text($0))" } ?? "")
            + (function.returnType.map { " -> \(text($0))" } ?? "") + requirements(function.whereClause)
            + (function.body.map { _ in " {}" } ?? "")
    case .typeAlias(let alias):
        let inheritance =
            alias.inheritance.isEmpty ? "" : ": " + alias.inheritance.map { text($0) }.joined(separator: ", ")
        return alias.name.text + outline(alias.genericParameters) + inheritance + value(alias.type)
            + requirements(alias.whereClause)
    case .other: return "other"
    }
}

private func outline(_ attribute: Attribute) -> String {
    let generics = attribute.genericArguments.map { text($0) }.joined(separator: ", ")
    let arguments = attribute.arguments.map { arguments in
        "(" + arguments.map { ($0.label.map { "\($0.text): " } ?? "") + text($0.value) }.joined(separator: ", ") + ")"
    }
    return "@" + attribute.name.text + (generics.isEmpty ? "" : "<\(generics)>") + (arguments ?? "")
}

private func outline(_ parameters: [GenericParameter]) -> String {
    guard !parameters.isEmpty else { return "" }
    return "<"
        + parameters.map { parameter in
            (parameter.specifier.map { "\($0) " } ?? "") + parameter.name.text + type(parameter.inherited)
        }.joined(separator: ", ") + ">"
}

private func outline(_ parameters: [Parameter]) -> String {
    "("
        + parameters.map { parameter in
            let names = [parameter.firstName, parameter.secondName].compactMap { $0?.text }.joined(separator: " ")
            return (parameter.attributes.map { "\(outline($0)) " }).joined() + names + type(parameter.type)
                + value(parameter.defaultValue)
        }.joined(separator: ", ") + ")"
}

private func outline(_ binding: VariableDeclaration.Binding) -> String {
    let accessors = binding.accessors.map { accessors in
        " {\(accessors.names.joined(separator: " "))\(accessors.getter.map { text($0) } ?? "")}"
    }
    return (binding.name?.text ?? "_") + type(binding.type) + value(binding.initializer) + (accessors ?? "")
}

private func text(_ fragment: SourceFragment, empty: String = "‹›") -> String {
    fragment.text.isEmpty ? empty : "‹\(fragment.text)›"
}

private func type(_ fragment: SourceFragment?) -> String { fragment.map { ": \(text($0))" } ?? "" }

private func value(_ fragment: SourceFragment?) -> String { fragment.map { " = \(text($0))" } ?? "" }

private func requirements(_ fragment: SourceFragment?) -> String { fragment.map { " where \(text($0))" } ?? "" }
