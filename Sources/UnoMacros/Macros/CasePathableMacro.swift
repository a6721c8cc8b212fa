/// `@CasePathable`: the conformance and its requirements.
package enum CasePathableMacro: AttachedMacro {
    package static func members(_ context: inout MacroContext) -> [String] {
        guard let type = enumeration(&context) else { return [] }
        // One of them keeps its path, so that its uses are not reported, too.
        let duplicates = context.reportDuplicateCases(of: type) {
            "duplicate case '\($0)': the paths of both cases would have the same name"
        }
        let access = context.memberPrefix
        let mayBeConstrained = context.mayBeConstrained
        var paths = CodeLines()
        let bindsState = bindsState(type)
        let names = OuterNames(
            of: type,
            prefix: "_Paths",
            hidden: bindsState ? ["BoundState", "Root"] : [],
            // The path of the case is a property of that name.
            hidesEnum: type.usableCases.contains { $0.name.name == type.name.name }
        )
        let conformance = bindsState ? "\(qualified("BindingCasePaths"))" : "\(standard)Sendable"
        paths.block("\(access)nonisolated struct AllCasePaths: \(conformance)") { lines in
            lines.forEach(in: type.members) { declaration, lines in
                for path in CasePathCode.paths(of: declaration, names)
                where !duplicates.contains(path.name.range.lowerBound) {
                    if mayBeConstrained {
                        path.addPropertyAndFunctions(access, &lines)
                    } else {
                        path.addProperty(access, &lines)
                    }
                }
            }
        }
        let property = "\(access)nonisolated static var allCasePaths: AllCasePaths { AllCasePaths() }"
        return names.declarations(access) + [paths.text, property]
    }

    /// Whether the enum has a case for the changes of controls: `case binding(BindingAction<State>)`.
    ///
    /// A case inside `#if` does not count: the conformance cannot depend on the condition.
    private static func bindsState(_ type: TypeDeclaration) -> Bool {
        type.members.contains { member in
            guard case .declaration(let declaration) = member else { return false }
            return declaration.usableCases.contains { element in
                guard element.name.text == "binding", let values = element.parameters, values.count == 1
                else { return false }
                return Scanner.namedType(values[0].type)?.isOfPresentation("BindingAction", in: type) ?? false
            }
        }
    }

    package static func extensions(_ context: inout MacroContext) -> [String] {
        // In a module of the main actor, too: the paths are used in any isolation.
        context.conformance(to: "CasePathable", "nonisolated ")
    }

    // MARK: Checks

    /// Returns the enum; nil, with an error, if the macro cannot be applied.
    private static func enumeration(_ context: inout MacroContext) -> TypeDeclaration? {
        guard let type = context.enumeration(for: "CasePathable") else { return nil }
        context.checkPrivacy()
        reportTakenNames(type, &context)
        if !type.members.declarations.contains(where: { $0.cases != nil }), !context.hasErrors {
            context.report(.warning, "'\(type.name.name)' has no cases", at: type.name, fixIts: [context.removal])
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
                context.error(
                    "'@CasePathable' generates '\(name.name)': remove this declaration or the macro",
                    at: name
                )
            }
        }
    }
}
