/// The names by which feature macros differ, and the code that they share.
package struct FeatureShape: Sendable {
    let protocolName: String
    /// The first associated type, and the name under which it may be nested instead.
    let first: (name: String, nested: String)
    let second: String
    /// The result builder of `body`.
    let builder: String
    /// The function, with its labels, that a type implements instead of `body`.
    let function: String
    /// Whether a conformance may be isolated to the main actor.
    let isIsolated: Bool

    // MARK: Roles

    func members(_ context: inout MacroContext) -> [String] {
        guard let type = type(&context) else { return [] }
        let aliases = aliases(type, &context)
        checkParts(type, &context)
        return context.hasErrors ? [] : aliases
    }

    func extensions(_ context: MacroContext) -> [String] {
        context.conformance(to: protocolName, conformanceAttribute(context.declaration))
    }

    /// A protocol that types of the main actor conform to is isolated as they are.
    private func conformanceAttribute(_ declaration: Declaration) -> String {
        isIsolated && declaration.attribute("MainActor") != nil ? "@MainActor " : ""
    }

    func memberAttributes(_ context: MacroContext) -> [String] {
        isPathless(context) ? ["@\(qualified("CasePathable"))"] : builderAttribute(context)
    }

    /// Whether a member is the enum of an interactor's actions and could have case paths, but has none.
    ///
    /// What `@CasePathable` would reject, such as a private enum, is left as it is.
    private func isPathless(_ context: MacroContext) -> Bool {
        guard
            second == "Action",
            let type = context.declaration.type, type.kind == .enum, type.name.name == second,
            context.declaration.attribute("CasePathable") == nil,
            !context.declaration.has(modifier: "private"),
            type.members.declarations.contains(where: { $0.cases != nil })
        else { return false }
        return !type.inheritance.contains { $0.onOneLine.hasSuffix("CasePathable") }
    }

    /// Returns the result builder for a `body` without one, unless the `body` has a `return`.
    private func builderAttribute(_ context: MacroContext) -> [String] {
        guard
            let getter = body(context.declaration)?.accessors?.getter,
            context.declaration.attribute(builder) == nil,
            !getter.isSelf,
            !getter.returns,
            let type = context.parent()
        else { return [] }
        // Without the aliases, the builder would only cause further errors.
        var silent = MacroContext(
            attribute: context.attribute,
            declaration: type,
            lexicalContext: Array(context.lexicalContext.dropFirst())
        )
        _ = members(&silent)
        if silent.hasErrors { return [] }
        return ["@\(qualified(builder))<\(first.name), \(second)>"]
    }

    // MARK: Types

    private func type(_ context: inout MacroContext) -> TypeDeclaration? {
        guard !context.isRepeated() else { return nil }
        let declaration = context.declaration
        guard let type = declaration.type, type.isConcrete else {
            context.error(
                "'@\(protocolName)' can only be applied to a struct, class, actor or enum: \(declaration.described)",
                at: declaration.keyword,
                fixIts: [context.removal]
            )
            return nil
        }
        context.checkPrivacy()
        return type
    }

    private func aliases(_ type: TypeDeclaration, _ context: inout MacroContext) -> [String] {
        let arguments = context.attribute.genericArguments
        let names = [first.name, second]
        switch arguments.count {
        case 0:
            let ofBody: [SourceFragment?] = typesOfBody(type) ?? [nil, nil]
            return zip(names, zip([first.nested, second], ofBody)).compactMap { name, other in
                nestedAlias(name, or: other.0, or: other.1, type, &context)
            }
        case 2:
            return zip(names, arguments).compactMap { alias($0, for: $1, type, &context) }
        default:
            context.error(
                "'@\(protocolName)' takes two generic arguments or none: '<\(first.nested), \(second)>'",
                at: context.attribute
            )
            return []
        }
    }

    /// Returns the two generic arguments in the type of `body`: of `some Interactor<Int, String>`, or of the erased type.
    ///
    /// Nil without such a body, or if bodies in different clauses of `#if` have different types.
    private func typesOfBody(_ type: TypeDeclaration) -> [SourceFragment]? {
        let named = type.members.declarations.compactMap { body($0) }.map { body -> [SourceFragment] in
            guard let written = body.type, let named = Scanner.namedType(written) else { return [] }
            let isNamed = named.name == (named.isOpaque ? protocolName : "Any\(protocolName)")
            return isNamed && named.arguments.count == 2 ? named.arguments : []
        }
        guard let first = named.first, !first.isEmpty else { return nil }
        let isOne = named.allSatisfy { $0.map(\.onOneLine) == first.map(\.onOneLine) }
        return isOne ? first : nil
    }

    /// Returns the alias of a type that is nested under the other name, or that the type of `body` contains.
    private func nestedAlias(
        _ name: String,
        or nested: String,
        or typeOfBody: SourceFragment?,
        _ type: TypeDeclaration,
        _ context: inout MacroContext
    ) -> String? {
        if type.nestsType(named: name) { return nil }
        // The compiler would infer the associated type, but only after the type of `body`, and `InteractorOf<Self>` contains it.
        if type.takesType(named: name) { return "\(context.memberPrefix)typealias \(name) = \(name)" }
        if type.nestsType(named: nested) {
            return "\(context.memberPrefix)typealias \(name) = \(nested)"
        }
        if let typeOfBody, !isOwn(typeOfBody, name, type) {
            return "\(context.memberPrefix)typealias \(name) = \(typeOfBody.onOneLine)"
        }
        // A parameter `State` need not be the state: the type of `body` says more.
        if type.takesType(named: nested) {
            return "\(context.memberPrefix)typealias \(name) = \(nested)"
        }
        let either = name == nested ? "'\(name)'" : "'\(name)' or '\(nested)'"
        context.error(
            """
            '\(type.name.name)' declares no \(either) in its braces: declare one, or an alias, as in \
            'typealias \(name) = ...'
            """,
            at: type.name
        )
        return nil
    }

    /// Whether `written` refers to the type's own member with that name.
    private func isOwn(_ written: SourceFragment, _ name: String, _ type: TypeDeclaration) -> Bool {
        [name, "Self.\(name)", "\(type.name.text).\(name)"].contains(written.onOneLine)
    }

    private func alias(
        _ name: String,
        for argument: SourceFragment,
        _ type: TypeDeclaration,
        _ context: inout MacroContext
    ) -> String? {
        let written = argument.onOneLine
        let isOwn = isOwn(argument, name, type)
        if let nested = type.members.declarations.first(where: { $0.namesType(name) }) {
            if isOwn || nested.typeAlias?.type?.onOneLine == written { return nil }
            context.error(
                "'\(type.name.name)' already declares '\(name)', which is not '\(written)'",
                at: argument,
                notes: [("declared here", nested)]
            )
            return nil
        }
        if isOwn {
            context.error(
                "'\(name)' would be an alias of itself: qualify the type with its module or its enclosing type",
                at: argument
            )
            return nil
        }
        return "\(context.memberPrefix)typealias \(name) = \(written)"
    }

    // MARK: Parts

    private func body(_ declaration: Declaration) -> VariableDeclaration.Binding? {
        declaration.isStatic ? nil : declaration.variable?.bindings.first { $0.name?.name == "body" }
    }

    private func checkParts(_ type: TypeDeclaration, _ context: inout MacroContext) {
        let members = type.members.placedDeclarations
        let bodies = members.compactMap { placed in body(placed.declaration).map { ($0, placed) } }
        let functions = members.filter { placed in
            guard !placed.declaration.isStatic, let name = placed.declaration.function?.fullName else { return false }
            return name == function || protocolName == "Interactor" && name == "interact(state:action:)"
        }
        if bodies.isEmpty, functions.isEmpty {
            context.error(
                "'\(type.name.name)' declares neither 'body' nor '\(function)' in its braces: implement one of them",
                at: type.name
            )
        }
        for (body, placed) in bodies {
            let other = functions.first { $0.canMeet(placed) }
            let removal = MacroDiagnostic.FixIt("remove 'body'", replacing: placed.declaration, with: "")
            switch (body.accessors?.getter?.isSelf ?? false, other) {
            case (true, let other?):
                context.report(
                    .warning,
                    "'body' returns 'self', which a type with '\(function)' can omit",
                    at: body,
                    notes: [("declared here", name(of: other))],
                    fixIts: [removal]
                )
            case (true, nil):
                context.error("'body' returns 'self', so '\(type.name.name)' does nothing", at: body)
            case (false, let other?):
                context.error(
                    "'\(type.name.name)' declares both 'body' and '\(function)': one of them would be ignored",
                    at: body,
                    notes: [("'\(function)' is declared here", name(of: other))],
                    fixIts: [removal]
                )
            case (false, nil):
                break
            }
        }
    }

    private func name(of placed: PlacedDeclaration) -> any SourceRanged {
        placed.declaration.function?.name.range ?? placed.declaration.range
    }
}

extension Declaration {
    /// Whether this declares a type or an alias with that name.
    fileprivate func namesType(_ name: String) -> Bool {
        type?.name.name == name || typeAlias?.name.name == name
    }
}

extension SourceFragment {
    /// Whether the code is `self` or `return self`.
    fileprivate var isSelf: Bool { onOneLine == "self" || onOneLine == "return self" }

    /// Whether there is a `return` outside the braces of closures, functions and types.
    var returns: Bool {
        let list = TokenList(SourceText(text))
        var index = 0
        // A brace after one of these words, but for those inside brackets, belongs to the statement.
        var isStatement = false
        while list.tokens[index].kind != .end {
            let kind = list.tokens[index].kind
            if kind == .identifier, index == 0 || list.tokens[index - 1].kind != .dot {
                let word = list.text(index)
                if word == "return" { return true }
                if Self.statements.contains(word) { isStatement = true }
            }
            if kind == .leftBrace, isStatement {
                isStatement = false
                index += 1
            } else {
                index = list.after(index)
            }
        }
        return false
    }

    private static let statements = Set(words: "if guard for while switch do else catch repeat defer")
}
