package import UnoMacros

/// What the macros of the plug-in make of a piece of source.
package struct Expansion: Sendable, Equatable {
    /// What is added, role by role: each begins with a comment that names it.
    package let code: String
    /// What is said, a line each: `line:column severity: message`, then notes and fix-its, indented.
    package let diagnostics: String

    /// Expands the first macro of the plug-in that is attached to a type in `source`.
    package init(of source: String) {
        let text = SourceText(source)
        guard let use = MacroUse.first(in: Scanner(text).members, []) else {
            self.init(code: "no macro is used", diagnostics: "")
            return
        }
        var parts: [String] = []
        var context = use.context()
        add("member", use.macro.members(&context), to: &parts)
        add("peer", use.macro.peers(&context), to: &parts)
        let diagnostics = context.diagnostics
        for member in use.declaration.type?.members.declarations ?? [] {
            var context = use.context(member: member)
            let name = member.variable?.bindings.first?.name?.text ?? member.keyword.text
            add("attribute of \(name)", use.macro.memberAttributes(&context), to: &parts)
        }
        context = use.context()
        add("extension", use.macro.extensions(&context), to: &parts)
        self.init(
            // A compiler without module selectors gets dots.
            code: parts.joined(separator: "\n").replacing("::", with: "."),
            diagnostics: diagnostics.map { $0.text(in: source) }.joined(separator: "\n")
        )

        func add(_ role: String, _ expansion: [String], to parts: inout [String]) {
            if !expansion.isEmpty { parts.append("// \(role)\n" + expansion.joined(separator: "\n\n")) }
        }
    }

    package init(code: String, diagnostics: String) {
        self.code = code
        self.diagnostics = diagnostics
    }
}

/// A macro where it is used.
package struct MacroUse: Sendable {
    package let macro: any AttachedMacro.Type
    package let attribute: Attribute
    package let declaration: Declaration
    let around: [Declaration]

    /// The first use in `members`, outer ones first.
    package static func first(in members: [Member], _ around: [Declaration]) -> MacroUse? {
        for declaration in members.declarations {
            for attribute in declaration.attributes {
                if let macro = allMacros[attribute.baseName + "Macro"] {
                    // A macro that is given twice is expanded for each; the last is the one with something to say.
                    let last = declaration.attributes.last { $0.baseName == attribute.baseName } ?? attribute
                    return MacroUse(macro: macro, attribute: last, declaration: declaration, around: around)
                }
            }
            let inner = declaration.type.flatMap { first(in: $0.members, [declaration] + around) }
            if let inner { return inner }
        }
        return nil
    }

    package func context(member: Declaration? = nil) -> MacroContext {
        let names = around.reversed().compactMap(\.type?.name.text) + [declaration.type?.name.text].compactMap(\.self)
        // The compiler knows of other conformances, too.
        let conforms = declaration.type?.inheritance.contains { $0.baseName == attribute.baseName } ?? false
        return MacroContext(
            attribute: attribute,
            declaration: member ?? declaration,
            parent: member == nil ? nil : declaration,
            extendedType: names.joined(separator: "."),
            lacksConformance: !conforms,
            lexicalContext: around
        )
    }
}
