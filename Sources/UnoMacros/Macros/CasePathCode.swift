/// Generates the code for the path of a case.
struct CasePathCode {
    let name: Identifier
    /// The name of the enum, for code inside the enum.
    let root: String
    /// The `@available` attributes of the case, which its path needs too.
    let availability: [String]
    /// The associated values: their labels and types.
    let values: [(label: String?, type: String)]

    /// Returns the paths of the cases that a declaration declares.
    ///
    /// An unavailable case has no path because no code may name it.
    static func paths(of declaration: Declaration, _ names: OuterNames) -> [CasePathCode] {
        let availability = declaration.availability
        return declaration.usableCases.map { element in
            let values = (element.parameters ?? []).map { parameter in
                (label: parameter.label?.asLabel, type: value(of: parameter.type, names))
            }
            return CasePathCode(name: element.name, root: names.root, availability: availability, values: values)
        }
    }

    /// The type for use outside the declaration of the enum, where `Self` would be another type.
    private static func value(of type: SourceFragment, _ names: OuterNames) -> String {
        let named = type.named(names.rename)
        // An implicitly unwrapped optional is not allowed inside another type.
        return named.hasSuffix("!") ? named.dropLast() + "?" : named
    }

    // MARK: Expressions

    /// The type of the path's value: `Void`, a single type, or a tuple.
    var valueType: String {
        switch values.count {
        case 0: "\(standard)Void"
        case 1: values[0].type
        default: "(" + values.map { ($0.label.map { $0 + ": " } ?? "") + $0.type }.joined(separator: ", ") + ")"
        }
    }

    /// The function that makes the case from its values.
    ///
    /// The constructor itself: a closure or a method with parameters would have to say `@escaping` for a function, and a macro
    /// does not see what is behind a type alias.
    private var constructor: String {
        "\(root).\(name.text)(\(values.map { ($0.label ?? "_") + ":" }.joined()))"
    }

    private var pattern: String {
        switch values.count {
        case 0: ".\(name.text)"
        case 1: ".\(name.text)(\(labelled(values[0].label, "let value")))"
        default: ".\(name.text)(\(list { "let value\($0)" }))"
        }
    }

    private var extracted: String {
        switch values.count {
        case 0: "()"
        case 1: "value"
        default: "(\(list { "value\($0)" }))"
        }
    }

    private func labelled(_ label: String?, _ text: String) -> String {
        (label.map { $0 + ": " } ?? "") + text
    }

    private func list(_ text: (Int) -> String) -> String {
        values.indices.map { labelled(values[$0].label, text($0)) }.joined(separator: ", ")
    }

    // MARK: Declarations

    /// Adds the property of `AllCasePaths`.
    func addProperty(_ access: String, _ lines: inout CodeLines) {
        addHead(&lines)
        lines.block("\(access)var \(name.text): \(qualified("AnyCasePath"))<\(root), \(valueType)>") { lines in
            lines.add("\(qualified("AnyCasePath"))(")
            lines.add("    embed: \(values.isEmpty ? "{ _ in .\(name.text) }" : constructor),")
            let condition = "if case \(pattern) = $0"
            if condition.utf8.count + extracted.utf8.count < 76 {
                lines.add("    extract: { \(condition) { \(extracted) } else { nil } }")
            } else {
                lines.add("    extract: {\n        \(condition) {\n            \(extracted)")
                lines.add("        } else {\n            nil\n        }\n    }")
            }
            lines.add(")")
        }
    }

    /// Adds the property of `AllCasePaths`, with methods instead of closures.
    ///
    /// Needed for enums with constrained type parameters: a closure would capture the metatypes of the parameters, which are
    /// not `Sendable` in that case. A method captures only its `self`, and `AllCasePaths` is `Sendable`.
    func addPropertyAndFunctions(_ access: String, _ lines: inout CodeLines) {
        let (label, parameter) = (name.asLabel, name.asParameterLabel)
        let embed = values.isEmpty ? "embedding(\(label):)" : constructor
        addHead(&lines)
        lines.block("\(access)var \(name.text): \(qualified("AnyCasePath"))<\(root), \(valueType)>") { lines in
            lines.add("\(qualified("AnyCasePath"))(embed: \(embed), extract: extracting(\(label):))")
        }
        if values.isEmpty {
            addHead(&lines)
            lines.block("private func embedding(\(parameter) _: \(valueType)) -> \(root)") { lines in
                lines.add(".\(name.text)")
            }
        }
        // The compiler warns about a parameter that repeats its label.
        let whole = label == "root" ? "whole" : "root"
        addHead(&lines)
        let head = "private func extracting(\(parameter) \(whole): \(root)) -> \(standard)Optional<\(valueType)>"
        lines.block(head) { lines in lines.add("if case \(pattern) = \(whole) { \(extracted) } else { nil }") }
    }

    private func addHead(_ lines: inout CodeLines) {
        for attribute in availability { lines.add(attribute) }
    }
}
