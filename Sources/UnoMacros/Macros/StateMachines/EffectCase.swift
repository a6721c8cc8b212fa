/// A case of an enum of effects, and the code that is generated for it.
struct EffectCase {
    let name: Identifier
    let values: CaseValues

    /// Returns the cases that a declaration declares, except unavailable ones.
    static func cases(of declaration: Declaration, rename: (SourceFragment) -> String) -> [EffectCase] {
        declaration.usableCases.map { element in
            EffectCase(name: element.name, values: CaseValues(element) { CaseValues.parameter(rename($0)) })
        }
    }

    /// The expression that makes the case from its values: `.save(count: count)`.
    private var use: String {
        ".\(name.text)" + (values.values.isEmpty ? "" : "(\(values.arguments()))")
    }

    /// Returns the member of `Composed` that makes a composition of this effect alone.
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
        "func \(runner)(\(values.parameters(withDefaults: false))) -> Swift.AsyncStream<IOResult>"
    }

    /// The name of the function with its labels, to detect clashes.
    var runnerFullName: String {
        runner + "(" + values.values.map { ($0.label ?? "_") + ":" }.joined() + ")"
    }

    /// The case of the `switch` that calls the function.
    var dispatch: String { "case .\(name.text)\(values.pattern): runner.\(runner)(\(values.arguments()))" }
}
