/// `@CasePathable`: a conformance, and what one writes by hand for it.
public enum CasePathableMacro: AttachedMacro {
    public static func members(_ context: inout MacroContext) -> [String] {
        guard let type = enumeration(&context) else { return [] }
        let access = context.access.memberPrefix
        var paths = CodeLines()
        paths.block("\(access)nonisolated struct AllCasePaths: Sendable") { lines in
            lines.forEach(in: type.members) { declaration, lines in
                for path in CasePathCode.paths(of: declaration, in: type) { path.addProperty(access, &lines) }
            }
        }
        var members = [paths.text, "\(access)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }"]
        if context.declaration.attribute("dynamicMemberLookup") != nil {
            var properties = CodeLines()
            let taken = namesOfProperties(type)
            properties.forEach(in: type.members) { declaration, lines in
                for path in CasePathCode.paths(of: declaration, in: type) where !taken.contains(path.name.name) {
                    path.addOptionalProperty(access, &lines)
                }
            }
            if !properties.lines.isEmpty { members.append(properties.text) }
        }
        return members
    }

    public static func extensions(_ context: inout MacroContext) -> [String] {
        var silent = context
        guard enumeration(&silent) != nil else { return [] }
        return context.conformance(to: "CasePathable")
    }

    // MARK: What can be wrong

    /// The enum, unless there is an error to report.
    private static func enumeration(_ context: inout MacroContext) -> TypeDeclaration? {
        let declaration = context.declaration
        guard !context.isRepeated() else { return nil }
        guard let type = declaration.type, type.kind == .enum else {
            context.error(
                "'@CasePathable' is for enums: \(declaration.described)",
                at: declaration.keyword,
                fixIts: [context.removal]
            )
            return nil
        }
        if let noncopyable = type.inheritance.first(where: { $0.onOneLine == "~Copyable" }) {
            context.error("'@CasePathable' needs values that can be copied", at: noncopyable)
        }
        context.checkPrivacy()
        reportTakenNames(type, &context)
        reportDuplicates(type, &context)
        if !type.members.declarations.contains(where: { $0.cases != nil }), !context.hasErrors {
            context.warning("'\(type.name.name)' has no cases", at: type.name, fixIts: [context.removal])
        }
        return context.hasErrors ? nil : type
    }

    private static func reportTakenNames(_ type: TypeDeclaration, _ context: inout MacroContext) {
        for declaration in type.members.declarations {
            let names =
                [declaration.type?.name, declaration.typeAlias?.name].compactMap(\.self)
                + (declaration.cases ?? []).map(\.name)
                + (declaration.isStatic ? declaration.variable?.bindings.compactMap(\.name) ?? [] : [])
            for name in names where name.name == "AllCasePaths" || name.name == "allCasePaths" {
                context.error("'@CasePathable' makes '\(name.name)' itself", at: name)
            }
        }
    }

    /// Two cases of one name, which the language allows where their labels differ, would have one path.
    private static func reportDuplicates(_ type: TypeDeclaration, _ context: inout MacroContext) {
        var seen: [String: [(name: Identifier, at: PlacedDeclaration)]] = [:]
        for placed in type.members.placedDeclarations {
            for element in placed.declaration.cases ?? [] {
                let earlier = seen[element.name.name, default: []].first { $0.at.canMeet(placed) }
                if let earlier {
                    context.error(
                        "a second case named '\(element.name.name)': their paths would have one name",
                        at: element.name,
                        notes: [("the first one", earlier.name)]
                    )
                }
                seen[element.name.name, default: []].append((element.name, placed))
            }
        }
    }

    private static func namesOfProperties(_ type: TypeDeclaration) -> Set<String> {
        Set(
            type.members.declarations.filter { !$0.isStatic }
                .flatMap { $0.variable?.bindings ?? [] }.compactMap { $0.name?.name }
        )
    }
}
