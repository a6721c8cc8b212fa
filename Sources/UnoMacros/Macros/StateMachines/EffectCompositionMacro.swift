/// `@EffectComposition`: a protocol with a function for each effect, and a `runIOEffect(_:)` that calls them.
package enum EffectCompositionMacro: AttachedMacro {
    package static func members(_ context: inout MacroContext) -> [String] {
        guard let type = context.feature(), let effect = effect(type, &context) else { return [] }
        let access = context.memberPrefix
        let names = effect.nestedNames.union(["Composed"])
        let rename = { names.contains($0) ? "IOEffect.\($0)" : $0 == "Self" ? "IOEffect" : nil }
        var runner = CodeLines()
        runner.add(
            """
            /// Runs the effects. Conform to it, in any file: `extension \(type.name.text): \
            \(type.name.text).EffectRunner`.
            """
        )
        runner.block("\(access)protocol EffectRunner") { lines in
            lines.forEach(in: effect.members.byPlatform) { declaration, lines in
                for effect in EffectCase.cases(of: declaration, rename: rename) { lines.add(effect.requirement) }
            }
        }
        var dispatcher = CodeLines()
        let header = "\(access)func runIOEffect(_ ioEffect: IOEffect) -> \(standard)AsyncStream<IOResult>"
        dispatcher.block(header) { lines in
            // For a machine that does not conform, this causes one error, instead of one for each missing function.
            lines.add("let runner: some EffectRunner = self\nreturn switch ioEffect {")
            lines.forEach(in: effect.members.byPlatform) { declaration, lines in
                for effect in EffectCase.cases(of: declaration, rename: rename) { lines.add(effect.dispatch) }
            }
            lines.add("}")
        }
        return ["\(access)typealias Effects = IOEffect.Composed", runner.text, dispatcher.text]
    }

    package static func memberAttributes(_ context: inout MacroContext) -> [String] {
        let declaration = context.declaration
        guard
            let type = declaration.type, type.kind == .enum, type.name.name == "IOEffect",
            declaration.attribute("ComposableEffect") == nil
        else { return [] }
        return ["@\(qualified("ComposableEffect"))"]
    }

    // MARK: Checks

    /// Returns the enum of effects; nil, with an error, if the macro cannot be applied.
    private static func effect(_ type: TypeDeclaration, _ context: inout MacroContext) -> TypeDeclaration? {
        let effect = type.nestedType(named: "IOEffect")?.type.flatMap { $0.kind == .enum ? $0 : nil }
        if effect == nil {
            context.error("'@EffectComposition' requires a nested enum named 'IOEffect'", at: type.name)
        }
        for declaration in type.members.declarations {
            if let function = declaration.function, function.fullName == "runIOEffect(_:)" {
                context.report("runIOEffect(_:)", writtenAt: function.name)
            }
            if let name = declaration.type?.name ?? declaration.typeAlias?.name,
                name.name == "Effects" || name.name == "EffectRunner"
            {
                context.report(name.name, writtenAt: name)
            }
        }
        checkPlace(type, &context)
        if let effect { reportClashes(effect, &context) }
        return context.hasErrors ? nil : effect
    }

    /// Reports a place in which a protocol cannot be declared.
    private static func checkPlace(_ type: TypeDeclaration, _ context: inout MacroContext) {
        let around = [context.declaration] + context.lexicalContext
        if around.contains(where: { !($0.type?.genericParameters.isEmpty ?? true) }) {
            context.error(
                "a protocol cannot be nested in a generic type: write 'runIOEffect(_:)' by hand",
                at: type.name
            )
        } else if around.contains(where: { $0.type == nil }) {
            context.error(
                "a protocol cannot be declared in a local scope: write 'runIOEffect(_:)' by hand",
                at: type.name
            )
        }
    }

    private static func reportClashes(_ effect: TypeDeclaration, _ context: inout MacroContext) {
        var seen: [String: [(name: Identifier, at: PlacedDeclaration)]] = [:]
        for placed in effect.members.placedDeclarations {
            for effect in EffectCase.cases(of: placed.declaration) {
                if let earlier = seen[effect.runnerFullName]?.first(where: { $0.at.canMeet(placed) }) {
                    context.error(
                        "'\(effect.name.name)' would also be run by '\(effect.runnerFullName)': rename one of the cases",
                        at: effect.name,
                        notes: [("the other case is declared here", earlier.name)]
                    )
                }
                seen[effect.runnerFullName, default: []].append((effect.name, placed))
            }
        }
    }
}
