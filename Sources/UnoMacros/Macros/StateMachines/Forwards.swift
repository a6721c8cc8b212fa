/// All forwards of a feature.
struct Forwards {
    /// The enums that have some; nil for one that is not declared in the feature's braces.
    let input: TypeDeclaration?
    let result: TypeDeclaration?
    /// By where the declaration that has them begins.
    private(set) var uses: [Int: [ForwardUse]] = [:]

    init(in feature: TypeDeclaration, to states: [NestedStateUse], _ context: inout MacroContext) {
        input = feature.nestedType(named: "Input")?.type
        result = feature.nestedType(named: "IOResult")?.type
        for (type, inResults) in [(input, false), (result, true)] {
            for declaration in type?.members.declarations ?? [] {
                let found = ForwardUse.all(of: declaration, inResults: inResults, states: states, &context)
                if !found.isEmpty { uses[declaration.range.lowerBound] = found }
            }
        }
        reportTwice(states, &context)
        if context.hasErrors { return }
        for state in states where !uses.values.contains(where: { $0.contains { $0.state.name == state.name } }) {
            context.warning("nothing is forwarded to '\(state.name.name)'", at: state.name)
        }
    }

    func forwards(of declaration: Declaration, to state: NestedStateUse) -> [ForwardUse] {
        uses[declaration.range.lowerBound, default: []].filter { $0.state.name == state.name }
    }

    /// The forwards to a state that are among the cases of an enum.
    func forwards(in type: TypeDeclaration?, to state: NestedStateUse) -> [ForwardUse] {
        (type?.members.declarations ?? []).flatMap { forwards(of: $0, to: state) }
    }

    /// Reports a case that goes to one state twice, and results of one child in two cases.
    private func reportTwice(_ states: [NestedStateUse], _ context: inout MacroContext) {
        for state in states {
            for type in [input, result].compactMap(\.self) {
                var seen: [(use: ForwardUse, at: PlacedDeclaration)] = []
                for placed in type.members.placedDeclarations {
                    for use in forwards(of: placed.declaration, to: state) {
                        let earlier = seen.first { earlier in
                            earlier.at.canMeet(placed)
                                && (use.target.isResult || earlier.use.element == use.element)
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
                ? "results of '\(state)' are forwarded already: which case would take them?"
                : "'\(use.element.name.name)' is forwarded to '\(state)' already",
            at: use.attribute,
            notes: [("the first one", earlier.attribute)]
        )
    }
}
