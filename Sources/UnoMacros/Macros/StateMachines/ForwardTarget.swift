/// What the argument of `@Forward` names.
struct ForwardTarget {
    enum Part {
        /// A case of the child's input, with the labels that are written.
        case inputCase(name: String, labels: [String?]?)
        /// A case with its values written out: the code behind `Input`, its dot included.
        case inputValue(String)
        /// The child's input, or its result, as it is.
        case input, result
    }

    /// The child's type, as text without blanks: what stands before `.Input` or `.IOResult`.
    let child: String
    let part: Part

    /// Whether results, not inputs, are forwarded.
    var isResult: Bool { if case .result = part { true } else { false } }

    init?(_ expression: SourceFragment) {
        let list = TokenList(SourceText(expression.onOneLine))
        // The last token is the end; before it stands the case's name, or what is in parentheses after it.
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
            part =
                isNames
                ? .inputCase(name: name, labels: labels.dropLast().map(\.asLabel))
                : .inputValue("." + name + list.source.string(range))
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
