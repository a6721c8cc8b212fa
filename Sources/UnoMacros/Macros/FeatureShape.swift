/// What the macros for a protocol with two types, and a `body` or a function, have in common.
struct FeatureShape {
    let protocolName: String
    /// The first associated type, and the name under which it may be nested instead.
    let first: (name: String, nested: String)
    let second: String
    /// The result builder of `body`.
    let builder: String
    /// The function, with its labels, that a type implements instead of `body`.
    let function: String

    // MARK: Roles

    func members(_ context: inout MacroContext) -> [String] {
        guard let type = type(&context) else { return [] }
        let aliases = aliases(type, &context)
        checkParts(type, &context)
        return context.hasErrors ? [] : aliases
    }

    func extensions(_ context: MacroContext) -> [String] {
        var silent = context
        _ = members(&silent)
        return silent.hasErrors ? [] : context.conformance(to: protocolName)
    }

    /// The builder for a `body` that can have one: a `return` in it says that it does not want one.
    func memberAttributes(_ context: MacroContext) -> [String] {
        guard
            let type = context.parent,
            let getter = body(context.declaration)?.accessors?.getter,
            context.declaration.attribute(builder) == nil,
            !getter.isSelf,
            !getter.returns
        else { return [] }
        // Without the aliases, the builder would only add errors of its own.
        var silent = MacroContext(
            attribute: context.attribute,
            declaration: type,
            lexicalContext: Array(context.lexicalContext.dropFirst())
        )
        _ = members(&silent)
        if silent.hasErrors { return [] }
        return ["@UnoArchitecture.\(builder)<\(first.name), \(second)>"]
    }

    // MARK: Types

    private func type(_ context: inout MacroContext) -> TypeDeclaration? {
        guard !context.isRepeated() else { return nil }
        let declaration = context.declaration
        guard let type = declaration.type, type.kind != .protocol, type.kind != .extension else {
            context.error(
                "'@\(protocolName)' is for structs, classes, actors and enums: \(declaration.described)",
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
                "'@\(protocolName)' takes two types, or none: '<\(first.nested), \(second)>'",
                at: context.attribute
            )
            return []
        }
    }

    /// The two types that `body` names: those of `some Interactor<Int, String>`, or of the erased type.
    ///
    /// Nil without such a body, or where bodies in different clauses of `#if` name different types.
    private func typesOfBody(_ type: TypeDeclaration) -> [SourceFragment]? {
        let named = type.members.declarations.compactMap { body($0) }.map { body -> [SourceFragment] in
            guard let written = body.type, let (isOpaque, name, arguments) = Scanner.namedType(written) else {
                return []
            }
            let isNamed = name == (isOpaque ? protocolName : "Any\(protocolName)")
            return isNamed && arguments.count == 2 ? arguments : []
        }
        guard let first = named.first, !first.isEmpty else { return nil }
        let isOne = named.allSatisfy { $0.map(\.onOneLine) == first.map(\.onOneLine) }
        return isOne ? first : nil
    }

    /// An alias where the type nests only the other name, or has a `body` that names the type.
    private func nestedAlias(
        _ name: String,
        or nested: String,
        or typeOfBody: SourceFragment?,
        _ type: TypeDeclaration,
        _ context: inout MacroContext
    ) -> String? {
        if type.nestsType(named: name) { return nil }
        if type.nestsType(named: nested) {
            return "\(context.memberPrefix)typealias \(name) = \(nested)"
        }
        if let typeOfBody, !isOwn(typeOfBody, name, type) {
            return "\(context.memberPrefix)typealias \(name) = \(typeOfBody.onOneLine)"
        }
        let either = name == nested ? "'\(name)'" : "'\(name)' or '\(nested)'"
        context.error(
            """
            '\(type.name.name)' declares no \(either) in its braces: nest one, or write \
            '@\(protocolName)<\(first.nested), \(second)>'
            """,
            at: type.name
        )
        return nil
    }

    /// Whether `written` means the type's own member of that name.
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
                "'\(type.name.name)' has its own '\(name)', so it cannot be '\(written)'",
                at: argument,
                notes: [("declared here", nested)]
            )
            return nil
        }
        if isOwn {
            context.error(
                "'\(name)' would be an alias of itself: name the type with its module or the type around it",
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
            !placed.declaration.isStatic && placed.declaration.function?.fullName == function
        }
        if bodies.isEmpty, functions.isEmpty {
            context.error(
                "'\(type.name.name)' declares neither 'body' nor '\(function)' in its braces: write one of them",
                at: type.name
            )
        }
        for (body, placed) in bodies {
            let other = functions.first { $0.canMeet(placed) }
            let removal = MacroDiagnostic.FixIt("remove 'body'", replacing: placed.declaration, with: "")
            switch (body.accessors?.getter?.isSelf ?? false, other) {
            case (true, let other?):
                context.warning(
                    "'body' returns 'self', which a type with '\(function)' can leave out",
                    at: body,
                    notes: [("declared here", name(of: other))],
                    fixIts: [removal]
                )
            case (true, nil):
                context.error("'body' returns 'self', so '\(type.name.name)' is composed of nothing", at: body)
            case (false, let other?):
                context.error(
                    "'\(type.name.name)' has 'body' and '\(function)': one of them would be ignored",
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
    /// Whether it is a type or an alias of that name.
    fileprivate func namesType(_ name: String) -> Bool {
        (type?.kind != .extension && type?.name.name == name) || typeAlias?.name.name == name
    }
}

extension SourceFragment {
    /// Whether the code is `self` or `return self`.
    fileprivate var isSelf: Bool { onOneLine == "self" || onOneLine == "return self" }

    /// Whether there is a `return` outside of all braces.
    var returns: Bool {
        let list = TokenList(SourceText(text))
        var index = 0
        while list.tokens[index].kind != .end {
            if list.text(index) == "return" { return true }
            index = list.after(index)
        }
        return false
    }
}
