/// `@ComposableEffect`: a type for compositions of an enum's effects, with a factory for each case.
package enum ComposableEffectMacro: AttachedMacro {
    package static func members(_ context: inout MacroContext) -> [String] {
        guard let type = enumeration(&context) else { return [] }
        let access = context.memberPrefix
        let names = OuterNames(of: type, prefix: "_Composed", hidden: ["Effect"], hidesEnum: false)
        let name = names.root
        var lines = CodeLines()
        lines.add("/// Compositions of these effects, with a factory for each.")
        lines.block("\(access)nonisolated struct Composed: \(inheritance(type))") { lines in
            lines.add("\(access)let composition: \(qualified("ComposableEffect"))<\(name)>\n")
            lines.block("\(access)init(_ composition: \(qualified("ComposableEffect"))<\(name)>)") { lines in
                lines.add("self.composition = composition")
            }
            lines.add("\n\(access)typealias _Factory<each Value> = (repeat each Value) -> Self")
            lines.add("\(access)static var none: Self { Self(.none) }")
            lines.add("\(access)static func just(_ effect: \(name)) -> Self { Self(.just(effect)) }")
            lines.forEach(in: type.members) { declaration, lines in
                for effect in EffectCase.cases(of: declaration, rename: names.rename) {
                    lines.add(effect.factory(access))
                }
            }
        }
        return names.declarations(access) + [lines.text]
    }

    private static func inheritance(_ type: TypeDeclaration) -> String {
        let inherited = type.inheritance.map(\.baseName)
        let hasValues = type.usableCases.contains { !($0.parameters ?? []).isEmpty }
        let isHashable = inherited.contains("Hashable") || !hasValues
        let equality =
            isHashable ? ["\(standard)Hashable"] : inherited.contains("Equatable") ? ["\(standard)Equatable"] : []
        return (["\(qualified("ComposedEffects"))"] + equality).joined(separator: ", ")
    }

    /// Returns the enum; nil, with an error, if the macro cannot be applied.
    private static func enumeration(_ context: inout MacroContext) -> TypeDeclaration? {
        guard !context.isRepeated() else { return nil }
        guard let type = context.declaration.type, type.kind == .enum else {
            context.error(
                "'@ComposableEffect' can only be applied to an enum: \(context.declaration.described)",
                at: context.declaration.keyword,
                fixIts: [context.removal]
            )
            return nil
        }
        if type.usableCases.isEmpty {
            context.error("'\(type.name.name)' has no cases, so there is nothing to compose", at: type.name)
        }
        for element in type.usableCases
        where ["merge", "concat", "concatenate", "just", "none"].contains(element.name.name) {
            context.error(
                "'\(element.name.name)' is reserved for composing effects: rename the case",
                at: element.name
            )
        }
        for declaration in type.members.declarations {
            if let name = declaration.type?.name ?? declaration.typeAlias?.name, name.name == "Composed" {
                context.report("Composed", writtenAt: name)
            }
        }
        return context.hasErrors ? nil : type
    }
}
