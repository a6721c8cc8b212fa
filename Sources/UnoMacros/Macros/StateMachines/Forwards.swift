/// All forwards of a machine.
struct Forwards {
    /// The enums with forwards; nil if they are not declared in the machine's braces.
    let input: TypeDeclaration?
    let result: TypeDeclaration?
    /// Keyed by the declaration.
    private(set) var uses: [ObjectIdentifier: [ForwardUse]] = [:]

    init(in feature: TypeDeclaration, to states: [NestedStateUse], _ context: inout MacroContext) {
        input = feature.nestedType(named: "Input")?.type
        result = feature.nestedType(named: "IOResult")?.type
        for (type, inResults) in [(input, false), (result, true)] {
            guard let type else { continue }
            for declaration in type.members.declarations {
                let found = ForwardUse.all(of: declaration, in: type, inResults: inResults, states: states, &context)
                if !found.isEmpty { uses[ObjectIdentifier(declaration)] = found }
            }
        }
        reportTwice(states, &context)
        if context.hasErrors { return }
        for state in states where !uses.values.contains(where: { $0.contains { $0.state.name == state.name } }) {
            context.report(.warning, "nothing is forwarded to '\(state.name.name)'", at: state.name)
        }
    }

    func forwards(of declaration: Declaration, to state: NestedStateUse) -> [ForwardUse] {
        uses[ObjectIdentifier(declaration), default: []].filter { $0.state.name == state.name }
    }

    /// Returns the forwards to a state among the cases of an enum.
    func forwards(in type: TypeDeclaration?, to state: NestedStateUse) -> [ForwardUse] {
        (type?.members.declarations ?? []).flatMap { forwards(of: $0, to: state) }
    }

    /// Reports a case that is forwarded to one state twice, and results of one child in two cases.
    private func reportTwice(_ states: [NestedStateUse], _ context: inout MacroContext) {
        for state in states {
            for type in [input, result].compactMap(\.self) {
                var seen: [(use: ForwardUse, at: PlacedDeclaration)] = []
                for placed in type.members.placedDeclarations {
                    for use in forwards(of: placed.declaration, to: state) {
                        let earlier = seen.first { earlier in
                            earlier.at.canMeet(placed)
                                && (use.target.isResult || earlier.use.element.range == use.element.range)
                        }
                        if let earlier { context.reportSecond(use, after: earlier.use) }
                        seen.append((use, placed))
                    }
                }
            }
        }
    }
}

extension MacroContext {
    fileprivate mutating func reportSecond(_ use: ForwardUse, after earlier: ForwardUse) {
        let state = use.state.name.name
        error(
            use.target.isResult
                ? "the results of '\(state)' are already forwarded by another case"
                : "'\(use.element.name.name)' is already forwarded to '\(state)'",
            at: use.attribute,
            notes: [("first forwarded here", earlier.attribute)]
        )
    }
}
