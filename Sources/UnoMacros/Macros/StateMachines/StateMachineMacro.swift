/// `@StateMachine`: the aliases of a machine, the phases of an enum state, and the conformance.
package enum StateMachineMacro: AttachedMacro {
    package static func members(_ context: inout MacroContext) -> [String] {
        guard let type = context.feature() else { return [] }
        context.checkPrivacy()
        if !type.hasType(named: "Input") {
            context.error(
                "'\(type.name.name)' declares no 'Input' in its braces: declare one, or an alias, as in "
                    + "'typealias Input = ...'",
                at: type.name
            )
        }
        if context.hasErrors { return [] }
        let access = context.memberPrefix
        let aliases = aliases(type, context).map { "\(access)typealias \($0) = \($1)" }
        guard let state = stateWithPhases(type) else { return aliases }
        context.reportDuplicateCases(of: state) {
            "duplicate case '\($0)': rename one of them, or declare 'EffectScope' and 'effectScope(of:)'"
        }
        return context.hasErrors ? aliases : aliases + phases(state, access)
    }

    package static func extensions(_ context: inout MacroContext) -> [String] {
        context.conformance(to: "StateMachine")
    }

    /// Returns the result builder for a `body` without one: the compiler does not infer it from a conformance in an
    /// extension.
    package static func memberAttributes(_ context: inout MacroContext) -> [String] {
        let declaration = context.declaration
        let body = declaration.variable?.bindings.first { $0.name?.name == "body" }
        guard
            !declaration.isStatic, let getter = body?.accessors?.getter, !getter.returns,
            declaration.attribute("InteractorBuilder") == nil
        else { return [] }
        return ["@\(qualified("InteractorBuilder"))<State, Action>"]
    }

    private static func aliases(_ type: TypeDeclaration, _ context: MacroContext) -> [(String, String)] {
        let effect = type.nestedType(named: "IOEffect")
        let isComposed = effect?.attribute("ComposableEffect") != nil
        let others = context.declaration.attribute("EffectComposition") == nil ? [] : ["Effects"]
        return [
            ("IOEffect", "\(standard)Never"), ("IOResult", "\(standard)Never"),
            ("Action", "\(qualified("StateMachineEvent"))<Input, IOResult>"),
            ("Effects", isComposed ? "IOEffect.Composed" : "IOEffect"),
        ].filter { name, _ in
            // A type parameter of the other two names is something else: they follow from these.
            let isParameter = ["IOEffect", "IOResult"].contains(name) && type.takesType(named: name)
            return !others.contains(name) && !type.nestsType(named: name) && !isParameter
        }
    }

    /// Returns the state if it is an enum of several cases, and the machine does not say itself what their phases are.
    private static func stateWithPhases(_ type: TypeDeclaration) -> TypeDeclaration? {
        guard
            let state = type.nestedType(named: "State")?.type, state.kind == .enum, state.usableCases.count > 1,
            !type.hasType(named: "EffectScope"), !type.declaresFunction("effectScope(of:)")
        else { return nil }
        return state
    }

    /// Numbers the cases of an enum state, so that the library does not have to use reflection.
    private static func phases(_ state: TypeDeclaration, _ access: String) -> [String] {
        var lines = CodeLines()
        var number = 0
        lines.block("\(access)static func effectScope(of state: State) -> \(standard)Int") { lines in
            lines.add("switch state {")
            lines.forEach(in: state.members.byPlatform) { declaration, lines in
                for element in declaration.usableCases {
                    lines.add("case .\(element.name.text): \(number)")
                    number += 1
                }
            }
            lines.add("}")
        }
        return ["\(access)typealias EffectScope = \(standard)Int", lines.text]
    }
}

extension TypeDeclaration {
    /// Returns whether the type declares a function with that name and those labels, in any `#if`.
    func declaresFunction(_ fullName: String) -> Bool { function(fullName) != nil }

    func function(_ fullName: String) -> Declaration? {
        members.declarations.first { $0.function?.fullName == fullName }
    }
}
