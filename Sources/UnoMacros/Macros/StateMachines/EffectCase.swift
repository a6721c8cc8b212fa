/// A case of an enum of effects, and the code that is generated for it.
struct EffectCase {
    let name: Identifier
    let values: CaseValues
    /// The `@available` attributes of the case.
    let availability: [String]

    /// Returns the cases that a declaration declares, except unavailable ones.
    static func cases(of declaration: Declaration, rename: (String) -> String? = { _ in nil }) -> [EffectCase] {
        declaration.usableCases.map { element in
            EffectCase(
                name: element.name,
                values: CaseValues(element, rename: rename),
                availability: declaration.availability
            )
        }
    }

    /// Returns the member of `Composed` that makes a composition of this effect alone.
    func factory(_ access: String) -> String {
        (availability + [access + "static " + factory]).joined(separator: "\n")
    }

    /// A property for a case without values, and otherwise a function, except where a type may be an alias of a function type:
    /// then a property of a function type from the generic `_Factory`, whose parameters may escape.
    private var factory: String {
        let name = name.text
        if values.values.isEmpty { return "var \(name): Self { Self(.just(.\(name))) }" }
        if let types = values.aliasTypes {
            let arguments = types.indices.map { "$\($0)" }.joined(separator: ", ")
            let type = "_Factory<\(types.joined(separator: ", "))>"
            return "var \(name): \(type) { { Self(.just(.\(name)(\(arguments)))) } }"
        }
        let (parameters, arguments) = values.factory
        return "func \(name)(\(parameters)) -> Self { Self(.just(.\(name)(\(arguments)))) }"
    }

    /// The function that runs this effect: `runSave`.
    var runner: String {
        let written = "run" + name.name.prefix(1).uppercased() + name.name.dropFirst()
        return written.utf8.allSatisfy(\.continuesName) ? written : "`\(written)`"
    }

    /// The requirement of `EffectRunner`.
    var requirement: String {
        "func \(runner)(\(values.parameters)) -> \(standard)AsyncStream<IOResult>"
    }

    /// The name of the function with its labels, to detect clashes.
    var runnerFullName: String {
        runner + "(" + values.values.map { ($0.label ?? "_") + ":" }.joined() + ")"
    }

    /// The case of the `switch` that calls the function.
    var dispatch: String { "case .\(name.text)\(values.pattern): runner.\(runner)(\(values.arguments()))" }
}
