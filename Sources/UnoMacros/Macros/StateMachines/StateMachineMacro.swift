/// `@StateMachine`: the aliases of a machine, the phases of an enum state, and the conformance.
public enum StateMachineMacro: AttachedMacro {
    public static func members(_ context: inout MacroContext) -> [String] {
        guard let type = context.feature() else { return [] }
        context.checkPrivacy()
        if context.hasErrors { return [] }
        let access = context.memberPrefix
        return aliases(type, context).map { "\(access)typealias \($0) = \($1)" } + phases(type, access)
    }

    public static func extensions(_ context: inout MacroContext) -> [String] {
        var silent = context
        _ = members(&silent)
        return silent.hasErrors ? [] : context.conformance(to: "StateMachine")
    }

    /// Returns the result builder for a `body` without one: the compiler does not infer it from a conformance in an
    /// extension.
    public static func memberAttributes(_ context: inout MacroContext) -> [String] {
        let declaration = context.declaration
        let body = declaration.variable?.bindings.first { $0.name?.name == "body" }
        guard
            !declaration.isStatic, let getter = body?.accessors?.getter, !getter.returns,
            declaration.attribute("InteractorBuilder") == nil
        else { return [] }
        return ["@UnoArchitecture.InteractorBuilder<State, Action>"]
    }

    private static func aliases(_ type: TypeDeclaration, _ context: MacroContext) -> [(String, String)] {
        let effect = type.nestedType(named: "IOEffect")
        let isComposed = effect?.attribute("ComposableEffect") != nil
        let others = context.declaration.attribute("EffectComposition") == nil ? [] : ["Effects"]
        return [
            ("IOEffect", "Swift.Never"), ("IOResult", "Swift.Never"),
            ("Action", "UnoArchitecture.StateMachineEvent<Input, IOResult>"),
            ("Effects", isComposed ? "IOEffect.Composed" : "IOEffect"),
        ].filter { !others.contains($0.0) && !type.nestsType(named: $0.0) }
    }

    /// Numbers the cases of an enum state, so that the library does not have to use reflection.
    private static func phases(_ type: TypeDeclaration, _ access: String) -> [String] {
        guard
            let state = type.nestedType(named: "State")?.type, state.kind == .enum, state.usableCases.count > 1,
            !type.nestsType(named: "EffectScope"), !type.declaresFunction("effectScope(of:)")
        else { return [] }
        let names = Dictionary(grouping: state.usableCases, by: \.name.name)
        var lines = CodeLines()
        var number = 0
        lines.block("\(access)static func effectScope(of state: State) -> Swift.Int") { lines in
            lines.add("switch state {")
            lines.forEach(in: state.members) { declaration, lines in
                for element in declaration.usableCases {
                    let isOverloaded = names[element.name.name, default: []].count > 1
                    lines.add("case .\(element.name.text)\(isOverloaded ? element.anyValues : ""): \(number)")
                    number += 1
                }
            }
            lines.add("}")
        }
        return ["\(access)typealias EffectScope = Swift.Int", lines.text]
    }
}

extension TypeDeclaration {
    /// Returns whether the type declares a function with that name and those labels, in any `#if`.
    func declaresFunction(_ fullName: String) -> Bool { function(fullName) != nil }

    func function(_ fullName: String) -> Declaration? {
        members.declarations.first { $0.function?.fullName == fullName }
    }
}

extension CaseElement {
    /// The part of a pattern that distinguishes the case from others of the same name.
    fileprivate var anyValues: String {
        guard let parameters else { return "" }
        return "(" + parameters.map { ($0.label.map { $0.asLabel + ": " } ?? "") + "_" }.joined(separator: ", ") + ")"
    }
}
