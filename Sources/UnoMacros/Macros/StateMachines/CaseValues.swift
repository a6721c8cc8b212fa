/// The associated values of a case, for code that passes them on.
struct CaseValues {
    struct Value {
        /// The label of an argument.
        let label: String?
        /// The label of a parameter.
        let parameterLabel: String
        /// The name in generated code.
        let name: String
        let type: String
        let defaultValue: String?
    }

    let values: [Value]

    /// - Parameter rename: returns the name to be written in the generated code in place of another; nil to keep it.
    init(_ element: CaseElement, rename: (String) -> String? = { _ in nil }) {
        let parameters = element.parameters ?? []
        var values: [Value] = []
        for (index, parameter) in parameters.enumerated() {
            let plain = parameters.count == 1 ? "value" : "value\(index)"
            let taken = values.contains { $0.name == parameter.label?.text }
            values.append(
                Value(
                    label: parameter.label?.asLabel,
                    parameterLabel: parameter.label?.asParameterLabel ?? "_",
                    name: parameter.label.flatMap { taken ? nil : $0.asVariable } ?? plain,
                    type: parameter.type.named(rename),
                    // On its own lines: they end the statements of a closure.
                    defaultValue: parameter.defaultValue?.replacing(rename)
                )
            )
        }
        self.values = values
    }

    /// The parameter list of a function that takes the values, without parentheses.
    var parameters: String {
        list { $0.parameter(of: $0.isFunction ? "@escaping \($0.type)" : $0.type) }
    }

    /// The types of the values as generic arguments, if one of them may be an alias of a function type; nil if none may be, or
    /// if a value has a label or a default, which a function type has not.
    var aliasTypes: [String]? {
        guard values.contains(where: \.mayBeAlias), values.allSatisfy({ $0.label == nil && $0.defaultValue == nil })
        else { return nil }
        return values.map { $0.type.hasSuffix("!") ? $0.type.dropLast() + "?" : $0.type }
    }

    /// The parameter list of a function that makes the case, and the argument list with which it does, without parentheses.
    ///
    /// A parameter whose type may be an alias of a function type is an autoclosure: what it returns may escape.
    var factory: (parameters: String, arguments: String) {
        let parameters = list { value in
            let type = value.mayBeAlias ? "@autoclosure () -> \(value.type)" : value.type
            let initial = value.defaultValue.map { " = \($0)" } ?? ""
            return value.parameter(of: value.isFunction ? "@escaping \(type)" : type) + initial
        }
        return (parameters, list { Self.labelled($0.label, $0.name + ($0.mayBeAlias ? "()" : "")) })
    }

    /// The argument list of a call that passes the values on, without parentheses.
    func arguments(labels: [String?]? = nil) -> String {
        let labels = labels ?? values.map(\.label)
        return zip(labels, values).map { Self.labelled($0, $1.name) }.joined(separator: ", ")
    }

    /// The part of a pattern that binds the values, after the name of the case.
    var pattern: String {
        values.isEmpty ? "" : "(" + list { Self.labelled($0.label, "let \($0.name)") } + ")"
    }

    private func list(_ text: (Value) -> String) -> String { values.map(text).joined(separator: ", ") }

    private static func labelled(_ label: String?, _ text: String) -> String {
        (label.map { $0 + ": " } ?? "") + text
    }
}

extension CaseValues.Value {
    fileprivate func parameter(of type: String) -> String {
        "\(parameterLabel == name ? name : "\(parameterLabel) \(name)"): \(type)"
    }

    /// Whether the type is written as a function type.
    fileprivate var isFunction: Bool {
        let list = TokenList(SourceText(type))
        var index = 0
        while list.tokens[index].kind != .end {
            if list.tokens[index].kind == .arrow { return true }
            index = list.after(index)
        }
        return false
    }

    /// Whether the type may be a function type that is not written as one: an alias, or in parentheses.
    fileprivate var mayBeAlias: Bool {
        !isFunction && !type.hasSuffix("?") && !type.hasSuffix("!") && !type.hasPrefix("[")
            && !Self.plain.contains(type)
    }

    private static let plain = Set(
        words: """
            Bool Character Double Float Int Int8 Int16 Int32 Int64 String Substring UInt UInt8 UInt16 UInt32 UInt64
            """
    )
}

extension Identifier {
    /// The name as a local variable; nil if it needs backticks, or might clash with a numbered name or with `runner`.
    fileprivate var asVariable: String? {
        let isNumbered = name.hasPrefix("value") && name.utf8.dropFirst(5).allSatisfy(\.isDigit)
        return name == text && !isNumbered && !Self.reserved.contains(name) ? name : nil
    }

    private static let reserved = Set(
        words: """
            Any Self as associatedtype await break case catch class continue default defer deinit do else enum \
            extension fallthrough false fileprivate for func guard if import in init inout internal is let nil \
            operator precedencegroup private protocol public repeat rethrows return runner self static struct \
            subscript super switch throw throws true try typealias var where while
            """
    )
}
