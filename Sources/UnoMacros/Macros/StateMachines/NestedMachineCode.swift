/// Generates the code of a nested machine in a `body`.
struct NestedMachineCode {
    let state: NestedStateUse
    let forwards: Forwards
    let feature: TypeDeclaration

    func add(to lines: inout CodeLines) {
        lines.add("\(qualified("NestedStateMachine"))(")
        lines.indented { lines in
            let root = state.isCase ? "\(qualified("Case"))<State>" : "State"
            lines.add("state: \\\(root).\(state.name.text),")
            addToChild(&lines)
            addFromChild(&lines)
            lines.add("child: \(child)")
        }
        lines.add(")")
    }

    /// The property with the state's name, or a new value.
    private var child: String {
        let isDeclared = feature.members.declarations.contains { declaration in
            !declaration.isStatic
                && declaration.variable?.bindings.contains { $0.name?.name == state.name.name } ?? false
        }
        return isDeclared ? state.name.text : "\(state.child)()"
    }

    private var inputs: [ForwardUse] { forwards.forwards(in: forwards.input, to: state) }

    private var results: [ForwardUse] { forwards.forwards(in: forwards.result, to: state) }

    /// Returns the name of a variable of the closures, which differs from those in the values of forwards.
    private func local(_ name: String) -> String {
        let isTaken = inputs.contains {
            if case .inputValue(_, let names) = $0.target.part { names.contains(name) } else { false }
        }
        return isTaken ? "_" + name : name
    }

    private func addToChild(_ lines: inout CodeLines) {
        if inputs.isEmpty, results.isEmpty {
            lines.add("toChildAction: { (_: Action) -> \(state.child).Action? in nil },")
            return
        }
        let action = local("action")
        lines.add("toChildAction: { (\(action): Action) -> \(state.child).Action? in")
        lines.indented { lines in
            lines.add("switch Action.map(\(action)) {")
            if !inputs.isEmpty { addCase("input", of: forwards.input, &lines) }
            if !results.isEmpty { addCase("ioResult", of: forwards.result, &lines) }
            let others = (inputs.isEmpty ? [".input"] : []) + (results.isEmpty ? [".ioResult"] : []) + ["nil"]
            lines.add("case \(others.joined(separator: ", ")): nil")
            lines.add("}")
        }
        lines.add("},")
    }

    /// Adds the case for one kind of event, with a `switch` over the cases that are forwarded to the child.
    private func addCase(_ event: String, of type: TypeDeclaration?, _ lines: inout CodeLines) {
        guard let type else { return }
        let name = local(event == "input" ? "input" : "result")
        let members = type.members.byPlatform
        // Without any forward, the enum may have no cases, and a `switch` without cases is no expression.
        let forwarding = members.conditions { !forwards.forwards(of: $0, to: state).isEmpty }
        if let forwarding { lines.add("#if \(forwarding.anyOf)") }
        lines.add("case .\(event)(let \(name)):")
        lines.indented { lines in
            lines.add("switch \(name) {")
            lines.forEach(in: members) { declaration, lines in
                for forward in forwards.forwards(of: declaration, to: state) { lines.add(forward.line) }
            }
            let others = members.conditions { forwards.forwards(of: $0, to: state).count < $0.usableCases.count }
            lines.add("default: nil", if: others)
            lines.add("}")
        }
        if forwarding != nil { lines.add("#else\ncase .\(event): nil\n#endif") }
    }

    private func addFromChild(_ lines: inout CodeLines) {
        guard !results.isEmpty, let type = forwards.result else {
            lines.add("fromChildAction: { (_: \(state.child).Action) -> Action? in nil },")
            return
        }
        lines.add("fromChildAction: { (action: \(state.child).Action) -> Action? in")
        lines.indented { lines in
            lines.add("switch \(state.child).Action.map(action) {")
            let members = type.members.byPlatform
            lines.forEach(in: members) { declaration, lines in
                for forward in forwards.forwards(of: declaration, to: state) {
                    lines.add("case .ioResult(let result): .ioResult(\(forward.embedding("result")))")
                }
            }
            if let forwarding = members.conditions(where: { !forwards.forwards(of: $0, to: state).isEmpty }) {
                lines.add("#if !(\(forwarding.anyOf))\ncase .ioResult: nil\n#endif")
            }
            lines.add("case .input, nil: nil")
            lines.add("}")
        }
        lines.add("},")
    }
}

extension CodeLines {
    /// Adds a line inside an `#if` with several conditions, of which one is enough: as it is if there is no `#if`, and not at all if
    /// there are no conditions.
    fileprivate mutating func add(_ line: String, if conditions: [String]?) {
        if let conditions {
            if !conditions.isEmpty { add("#if \(conditions.anyOf)\n\(line)\n#endif") }
        } else {
            add(line)
        }
    }
}
