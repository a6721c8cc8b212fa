/// The target of a `@Forward`, read from its argument.
struct ForwardTarget {
    enum Part {
        /// A case of the child's input, with the labels in the argument.
        case inputCase(name: String, labels: [String?]?)
        /// A case with fixed values: the code after `Input`, including the dot, and the names in the values.
        case inputValue(String, names: Set<String>)
        /// The whole input, or the result, of the child.
        case input, result
    }

    /// The child's type, without white space: the code before `.Input` or `.IOResult`.
    let child: String
    let part: Part

    /// Whether results are forwarded, rather than inputs.
    var isResult: Bool { if case .result = part { true } else { false } }

    /// - Parameter rename: returns the name to be written in a fixed value in place of another; nil to keep it.
    init?(_ expression: SourceFragment, rename: (String) -> String? = { _ in nil }) {
        let list = TokenList(SourceText(expression.onOneLine))
        // The token before the end is the name of the case, or the parenthesis that closes its arguments.
        var last = list.tokens.count - 2
        var parentheses: Range<Int>?
        if last > 0, list.tokens[last].kind == .rightParenthesis {
            guard let open = list.closing[..<last].lastIndex(of: last) else { return nil }
            parentheses = list.tokens[open].start..<list.tokens[last].end
            last = open - 1
        }
        guard
            last >= 4, list.tokens[last].kind == .identifier, list.tokens[last - 1].kind == .dot,
            list.tokens[last - 3].kind == .dot
        else { return nil }
        let name = list.text(last)
        child = list.source.fragment(0..<list.tokens[last - 3].start).withoutBlanks
        switch (list.text(last - 2), name, parentheses) {
        case ("Input", "self", nil): part = .input
        case ("IOResult", "self", nil): part = .result
        case ("Input", _, nil): part = .inputCase(name: name, labels: nil)
        case ("Input", _, let range?) where name != "self" && name != "init":
            let inside = list.source.fragment(range.lowerBound + 1..<range.upperBound - 1).withoutBlanks
            let labels = inside.split(separator: ":", omittingEmptySubsequences: false)
            let isNames = labels.count > 1 && labels.last == "" && labels.dropLast().allSatisfy { $0.isLabel }
            if isNames {
                part = .inputCase(name: name, labels: labels.dropLast().map(\.asLabel))
            } else {
                let values = list.source.fragment(range)
                part = .inputValue("." + name + values.replacing(rename), names: values.names)
            }
        default: return nil
        }
    }
}

extension Substring {
    fileprivate var isLabel: Bool { !isEmpty && utf8.allSatisfy { $0.continuesName || $0 == UInt8(ascii: "`") } }

    fileprivate var asLabel: String? { self == "_" ? nil : Identifier(text: String(self), range: 0..<0).asLabel }
}

extension SourceText {
    fileprivate func fragment(_ range: Range<Int>) -> SourceFragment {
        SourceFragment(text: string(range), range: range)
    }
}
