extension MacroContext {
    /// Returns the declaration if it is an enum; nil, with an error, if it is not, and nil if the macro is repeated.
    mutating func enumeration(for macro: String) -> TypeDeclaration? {
        guard !isRepeated() else { return nil }
        if let type = declaration.type, type.kind == .enum { return type }
        error(
            "'@\(macro)' can only be applied to an enum: \(declaration.described)",
            at: declaration.keyword,
            fixIts: [removal]
        )
        return nil
    }

    /// The fix-it that removes the macro.
    package var removal: MacroDiagnostic.FixIt {
        .init("remove '@\(attribute.baseName)'", replacing: attribute, with: "")
    }

    /// Returns whether the macro is applied more than once. Reports every application but the first.
    package mutating func isRepeated() -> Bool {
        let first = declaration.attribute(attribute.baseName)
        guard let first, first.range.lowerBound < attribute.range.lowerBound else { return false }
        error(
            "'@\(attribute.baseName)' is applied more than once",
            at: attribute,
            notes: [("first applied here", first)],
            fixIts: [removal]
        )
        return true
    }

    /// Reports a `private` nested type, because the macro's extension could not name it.
    package mutating func checkPrivacy() {
        guard let privacy else { return }
        let isOwn = declaration.modifiers.contains { $0.range == privacy.range }
        error(
            "'@\(attribute.baseName)' cannot extend a private nested type: make it fileprivate",
            at: isOwn ? privacy.range : attribute.range,
            fixIts: isOwn ? [.init("use 'fileprivate'", replacing: privacy, with: "fileprivate")] : []
        )
    }

    /// Returns the struct or enum that the macro is attached to; nil, with an error, for another declaration.
    mutating func feature() -> TypeDeclaration? {
        guard !isRepeated() else { return nil }
        guard let type = declaration.type, type.kind == .struct || type.kind == .enum else {
            error(
                "'@\(attribute.baseName)' can only be applied to a struct or enum: \(declaration.described)",
                at: declaration.keyword,
                fixIts: [removal]
            )
            return nil
        }
        return type
    }

    /// Reports two cases of the same name, which the language allows if their labels differ; returns the offsets of the names
    /// that it reports.
    @discardableResult
    mutating func reportDuplicateCases(of type: TypeDeclaration, _ message: (String) -> String) -> Set<Int> {
        var reported: Set<Int> = []
        var seen: [String: [(name: Identifier, at: PlacedDeclaration)]] = [:]
        for placed in type.members.placedDeclarations {
            for element in placed.declaration.cases ?? [] {
                let name = element.name.name
                if let earlier = seen[name, default: []].first(where: { $0.at.canMeet(placed) }),
                    !reported.contains(element.name.range.lowerBound)
                {
                    error(message(name), at: element.name, notes: [("first declared here", earlier.name)])
                    reported.insert(element.name.range.lowerBound)
                }
                seen[name, default: []].append((element.name, placed))
            }
        }
        return reported
    }

    /// Reports a declaration that the macro generates.
    mutating func report(_ name: String, writtenAt node: any SourceRanged) {
        error("'@\(attribute.baseName)' generates '\(name)': remove this declaration or the macro", at: node)
    }

    /// Reports an attribute that no `@ComposableStateMachine` reads.
    mutating func warnUnlessIn(_ names: [String]) {
        let around = lexicalContext.prefix(2)
        let isRead =
            around.count == 2 && around[0].type.map { names.contains($0.name.name) } ?? false
            && around[1].attribute("ComposableStateMachine") != nil
        if isRead { return }
        let places = names.map { "'\($0)'" }.joined(separator: " or ")
        report(
            .warning,
            "'@\(attribute.baseName)' has no effect outside \(places) of a '@ComposableStateMachine'",
            at: attribute,
            fixIts: [removal]
        )
    }
}

extension Declaration {
    /// Describes the declaration in a diagnostic: `'Counter' is a struct`. The compiler itself rejects a macro on another
    /// declaration than a type.
    package var described: String {
        type.map { "'\($0.name.name)' is \($0.kind.described)" } ?? "this is not one"
    }
}

extension TypeDeclaration.Kind {
    fileprivate var described: String {
        switch self {
        case .actor, .enum, .extension: "an \(rawValue)"
        case .struct, .class, .protocol: "a \(rawValue)"
        }
    }
}
