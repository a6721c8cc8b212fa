/// The associated values of a case, as code that passes them on writes them.
struct CaseValues {
    struct Value {
        /// The label that a use writes.
        let label: String?
        /// The name in generated code.
        let name: String
        let type: String
        let defaultValue: String?
    }

    let values: [Value]

    /// - Parameter rename: the type as it reads where the code stands.
    init(_ element: CaseElement, rename: (SourceFragment) -> String = \.onOneLine) {
        let parameters = element.parameters ?? []
        var values: [Value] = []
        for (index, parameter) in parameters.enumerated() {
            let plain = parameters.count == 1 ? "value" : "value\(index)"
            let taken = values.contains { $0.name == parameter.label?.text }
            values.append(
                Value(
                    label: parameter.label?.asLabel,
                    name: parameter.label.flatMap { taken ? nil : $0.asVariable } ?? plain,
                    type: rename(parameter.type),
                    defaultValue: parameter.defaultValue?.onOneLine
                )
            )
        }
        self.values = values
    }

    /// The parameters of a function that takes the values; empty for none.
    func parameters(withDefaults: Bool) -> String {
        list { value in
            let name = value.label == value.name ? value.name : "\(value.label ?? "_") \(value.name)"
            let initial = withDefaults ? value.defaultValue.map { " = \($0)" } ?? "" : ""
            return "\(name): \(value.type)\(initial)"
        }
    }

    /// What a call passes on, without its parentheses.
    func arguments(labels: [String?]? = nil) -> String {
        let labels = labels ?? values.map(\.label)
        return zip(labels, values).map { Self.labelled($0, $1.name) }.joined(separator: ", ")
    }

    /// What follows the case's name in a pattern that binds the values.
    var pattern: String {
        values.isEmpty ? "" : "(" + list { Self.labelled($0.label, "let \($0.name)") } + ")"
    }

    private func list(_ text: (Value) -> String) -> String { values.map(text).joined(separator: ", ") }

    private static func labelled(_ label: String?, _ text: String) -> String {
        (label.map { $0 + ": " } ?? "") + text
    }
}

extension Identifier {
    /// The name as a local variable; nil where it needs backticks, or could be one of the numbered names.
    fileprivate var asVariable: String? {
        let isNumbered = name.hasPrefix("value") && name.utf8.dropFirst(5).allSatisfy(\.isDigit)
        return name == text && !isNumbered && !Self.reserved.contains(name) ? name : nil
    }

    private static let reserved: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let",
        "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
        "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]
}
