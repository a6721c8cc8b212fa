/// `@ComposableStateMachine`: a `body` of the nested machines and the machine's own transitions.
package enum ComposableStateMachineMacro: AttachedMacro {
    package static func members(_ context: inout MacroContext) -> [String] {
        guard let type = context.feature() else { return [] }
        for declaration in type.members.declarations where !declaration.isStatic {
            let body = declaration.variable?.bindings.first { $0.name?.name == "body" }?.name
            if let body { context.report("body", writtenAt: body) }
        }
        guard let state = type.nestedType(named: "State")?.type, state.kind == .struct || state.kind == .enum else {
            context.error("'\(type.name.name)' requires a nested struct or enum named 'State'", at: type.name)
            return []
        }
        let before = context.diagnostics.count
        let states = NestedStateUse.all(in: state, &context)
        if states.isEmpty, context.diagnostics.count == before {
            context.error("no member of '\(type.name.name).State' is marked '@NestedState'", at: state.name)
        }
        if context.hasErrors { return [] }
        let forwards = Forwards(in: type, to: states, &context)
        if context.hasErrors { return [] }
        let access = context.memberPrefix
        var lines = CodeLines()
        lines.add("@\(qualified("InteractorBuilder"))<State, Action>")
        lines.block("\(access)var body: some \(qualified("Interactor"))<State, Action>") { lines in
            lines.forEach(in: state.members.byPlatform) { declaration, lines in
                for state in states where state.placed.declaration === declaration {
                    NestedMachineCode(state: state, forwards: forwards, feature: type).add(to: &lines)
                }
            }
            lines.add("transitions")
        }
        return [lines.text]
    }
}

/// `@NestedState`: an attribute that `@ComposableStateMachine` reads.
package enum NestedStateMacro: AttachedMacro {
    package static func peers(_ context: inout MacroContext) -> [String] {
        context.warnUnlessIn(["State"])
        return []
    }
}

/// `@Forward`: an attribute that `@ComposableStateMachine` reads.
package enum ForwardMacro: AttachedMacro {
    package static func peers(_ context: inout MacroContext) -> [String] {
        context.warnUnlessIn(["Input", "IOResult"])
        return []
    }
}
