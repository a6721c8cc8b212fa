/// A case of an enum of effects, and the code that is made for it.
struct EffectCase {
    let name: Identifier
    let values: CaseValues

    /// The cases that a declaration declares, without those that no code may name.
    static func cases(of declaration: Declaration, rename: (SourceFragment) -> String) -> [EffectCase] {
        declaration.usableCases.map { element in
            EffectCase(name: element.name, values: CaseValues(element) { parameter(rename($0)) })
        }
    }

    /// The type as that of a parameter: a function that is kept has to say so.
    private static func parameter(_ type: String) -> String {
        let list = TokenList(SourceText(type))
        var index = 0
        while list.tokens[index].kind != .end {
            if list.tokens[index].kind == .arrow { return "@escaping \(type)" }
            index = list.after(index)
        }
        return type
    }

    /// The use of the case with its values: `.save(count: count)`.
    private var use: String {
        ".\(name.text)" + (values.values.isEmpty ? "" : "(\(values.arguments()))")
    }

    /// The member of `Composed` for this effect alone.
    func factory(_ access: String) -> String {
        let head =
            values.values.isEmpty
            ? "static var \(name.text)" : "static func \(name.text)(\(values.parameters(withDefaults: true)))"
        let type = values.values.isEmpty ? ": Self" : " -> Self"
        return "\(access)\(head)\(type) { Self(.just(\(use))) }"
    }

    /// The function that runs this effect: `runSave`.
    var runner: String {
        let written = "run" + name.name.prefix(1).uppercased() + name.name.dropFirst()
        return written.utf8.allSatisfy(\.continuesName) ? written : "`\(written)`"
    }

    /// The requirement of `EffectRunner`.
    var requirement: String {
        "func \(runner)(\(values.parameters(withDefaults: false))) -> UnoArchitecture.ResultStream<IOResult>"
    }

    /// The function's name with its labels, by which two of them clash.
    var runnerFullName: String {
        runner + "(" + values.values.map { ($0.label ?? "_") + ":" }.joined() + ")"
    }

    /// The line of the dispatcher.
    var dispatch: String { "case .\(name.text)\(values.pattern): runner.\(runner)(\(values.arguments()))" }
}
