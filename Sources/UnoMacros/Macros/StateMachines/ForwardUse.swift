/// A case of a machine's `Input` or `IOResult` that is marked `@Forward`.
struct ForwardUse {
    let attribute: Attribute
    let target: ForwardTarget
    let element: CaseElement
    let values: CaseValues
    let state: NestedStateUse

    /// The case of the `switch` that converts it to the child's action.
    var line: String {
        let action: String
        switch target.part {
        case .inputCase(let name, let labels):
            let arguments = values.arguments(labels: labels)
            action = ".input(.\(name)\(arguments.isEmpty ? "" : "(\(arguments))"))"
        case .inputValue(let code, _): action = ".input(\(code))"
        case .input: action = ".input(\(values.values[0].name))"
        case .result: action = ".ioResult(\(values.values[0].name))"
        }
        let needsValues = if case .inputValue = target.part { false } else { true }
        return "case .\(element.name.text)\(needsValues ? values.pattern : ""): \(action)"
    }

    /// The parent's result that carries `result`.
    func embedding(_ result: String) -> String {
        ".\(element.name.text)(\(values.values[0].label.map { $0 + ": " } ?? "")\(result))"
    }

    /// Returns the valid forwards of a declaration in `type`, which is `Input` or `IOResult`, and reports the others.
    static func all(
        of declaration: Declaration,
        in type: TypeDeclaration,
        inResults: Bool,
        states: [NestedStateUse],
        _ context: inout MacroContext
    ) -> [ForwardUse] {
        let attributes = declaration.attributes.filter { $0.baseName == "Forward" }
        return declaration.usableCases.flatMap { element in
            attributes.flatMap { attribute in
                uses(attribute, element, in: type, inResults: inResults, states: states, &context)
            }
        }
    }

    /// Returns the forward, once for each of the states that it may reach in different builds.
    private static func uses(
        _ attribute: Attribute,
        _ element: CaseElement,
        in type: TypeDeclaration,
        inResults: Bool,
        states: [NestedStateUse],
        _ context: inout MacroContext
    ) -> [ForwardUse] {
        lazy var names = type.nestedNames.union(type.staticNames)
        let rename = { $0 == "Self" ? "Input" : names.contains($0) ? "Input.\($0)" : nil }
        guard let argument = attribute.arguments?.first, let target = ForwardTarget(argument.value, rename: rename)
        else {
            context.error(
                """
                '@Forward' takes a case of a child's input, the whole input, or the child's results: 'Child.Input.reset', \
                'Child.Input.self' or 'Child.IOResult.self'
                """,
                at: attribute.arguments?.first?.range ?? attribute.range
            )
            return []
        }
        if target.isResult != inResults {
            let message =
                target.isResult
                ? "the results of a child belong in 'IOResult': declare '\(element.name.name)' there"
                : "the inputs of a child belong in 'Input': declare '\(element.name.name)' there"
            context.error(message, at: argument)
            return []
        }
        let values = CaseValues(element)
        guard fits(values, target, element, attribute, &context) else { return [] }
        return self.states(of: target, attribute, states, &context).map { state in
            ForwardUse(attribute: attribute, target: target, element: element, values: values, state: state)
        }
    }

    /// Returns whether the number of values fits the target, and reports it if not.
    private static func fits(
        _ values: CaseValues,
        _ target: ForwardTarget,
        _ element: CaseElement,
        _ attribute: Attribute,
        _ context: inout MacroContext
    ) -> Bool {
        let count = values.values.count
        let message: String
        switch target.part {
        case .input where count != 1:
            message = "'\(element.name.name)' must have one value, of type '\(target.child).Input'"
        case .result where count != 1:
            message = "'\(element.name.name)' must have one value, of type '\(target.child).IOResult'"
        case .inputValue where count != 0:
            message = "'\(element.name.name)' must not have values: the forward has its own"
        case .inputCase(let name, let labels?) where labels.count != count:
            message =
                "the numbers of values differ: '\(name)' takes \(labels.count), but '\(element.name.name)' has \(count)"
        default: return true
        }
        context.error(message, at: element, notes: [("forwarded here", attribute)])
        return false
    }

    /// Returns the nested state of the target, or several of which a build has one at most; none, with an error, if there is none
    /// or more than one.
    private static func states(
        of target: ForwardTarget,
        _ attribute: Attribute,
        _ states: [NestedStateUse],
        _ context: inout MacroContext
    ) -> [NestedStateUse] {
        let candidates = states.filter { $0.child == target.child }
        if let path = attribute.arguments?.first(where: { $0.label?.name == "to" }) {
            let name = path.value.withoutBlanks.split(separator: ".").last.map(String.init) ?? ""
            let named = candidates.filter { $0.name.text == name }
            if !named.isEmpty { return named }
            let other = states.first { $0.name.text == name }
            context.error(
                other.map { "'\(name)' is a '\($0.child).State', not a '\(target.child).State'" }
                    ?? "no nested state is named '\(name)': mark it with '@NestedState'",
                at: path.value,
                notes: other.map { [("declared here", $0.name)] } ?? []
            )
            return []
        }
        if !candidates.isEmpty, areApart(candidates) { return candidates }
        let argument = attribute.arguments?.first?.value.text ?? ""
        if candidates.isEmpty {
            context.error(
                "no nested state has the type '\(target.child).State': mark one with '@NestedState'",
                at: attribute
            )
        } else {
            let names = candidates.map { "'\($0.name.name)'" }
            context.error(
                """
                \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1]) \(names.count == 2 ? "both" : "all") have the type \
                '\(target.child).State': choose one with 'to:'
                """,
                at: attribute,
                notes: candidates.map { ("declared here", $0.name) },
                fixIts: candidates.map { candidate in
                    let root = candidate.isCase ? "Case<State>" : "State"
                    let text = "@Forward(\(argument), to: \\\(root).\(candidate.name.text))"
                    return .init("forward to '\(candidate.name.name)'", replacing: attribute, with: text)
                }
            )
        }
        return []
    }

    /// Returns whether no build has two of the states.
    private static func areApart(_ states: [NestedStateUse]) -> Bool {
        states.indices.allSatisfy { index in
            states[..<index].allSatisfy { !$0.placed.canMeet(states[index].placed) }
        }
    }
}
