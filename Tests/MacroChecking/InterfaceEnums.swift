import UnoMacros

/// Conformances to `CasePathable` for the public enums of a module, as the macro writes them: what the compiler makes
/// of them says whether it reads the cases as the scanner does.
package struct InterfaceEnums {
    /// A Swift file for each enum with cases, by the enum's name.
    package let files: [(name: String, code: String)]

    /// - Parameter interface: The text of the module's `.swiftinterface`.
    package init(module: String, interface: String) {
        var files: [(String, String)] = []
        for declaration in Scanner(SourceText(interface)).members.declarations {
            Self.collect(declaration, [], module, &files)
        }
        self.files = files
    }

    private static func collect(
        _ declaration: Declaration,
        _ around: [Declaration],
        _ module: String,
        _ files: inout [(String, String)]
    ) {
        guard let type = declaration.type, isUsable(declaration) else { return }
        if type.kind == .enum, type.members.declarations.contains(where: { $0.cases != nil }) {
            let name = ((around.reversed() + [declaration]).compactMap(\.type?.name.text)).joined(separator: ".")
            if let code = conformance(declaration, around, name, module) { files.append((name, code)) }
        }
        for member in type.members.declarations { collect(member, [declaration] + around, module, &files) }
    }

    /// Whether code outside of the module can name the type.
    private static func isUsable(_ declaration: Declaration) -> Bool {
        let isHidden = declaration.attributes.contains { attribute in
            ["_spi", "usableFromInline"].contains(attribute.baseName)
                || (attribute.baseName == "available"
                    && (attribute.arguments ?? []).contains { $0.value.text == "unavailable" })
        }
        let access = declaration.explicitAccess
        return !isHidden && (access == .public || access == .open || declaration.type?.kind == .extension)
    }

    private static func conformance(
        _ declaration: Declaration,
        _ around: [Declaration],
        _ name: String,
        _ module: String
    ) -> String? {
        guard let attribute = Scanner.attribute(SourceText("@CasePathable")) else { return nil }
        var context = MacroContext(
            attribute: attribute,
            declaration: declaration,
            extendedType: name,
            lexicalContext: around
        )
        let members = CasePathableMacro.members(&context)
        // The name of a type in a generic one needs arguments that are unknown.
        guard !context.hasErrors, !around.contains(where: { $0.type?.genericParameters.isEmpty == false }) else {
            return nil
        }
        let qualified = name.hasPrefix(module + ".") ? name : "\(module).\(name)"
        // Inside an extension, the enum's own name may be unknown.
        let code = SourceFragment(text: members.joined(separator: "\n"), range: 0..<0)
            .replacing { $0 == declaration.type?.name.text ? qualified : nil }
        return """
            import \(module)
            import UnoArchitecture
            extension \(qualified): @retroactive CasePathable {
            \(code)
            }
            """
    }
}
