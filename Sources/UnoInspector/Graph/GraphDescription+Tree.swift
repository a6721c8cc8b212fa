extension GraphDescription {
    /// The parts as an indented tree, a line for each, for a terminal.
    ///
    /// A child with a scope of its own says how it finds its actions and its state, behind a colon; where a part is written stands
    /// at the end of its line. The transitions of a machine, and what a part does at present, have lines of their own.
    ///
    /// Complexity: O(parts · depth).
    public var tree: String {
        let children = children
        var lines: [String] = []
        // What the lines inside a part begin with.
        var margins = [String](repeating: "", count: parts.count)
        for part in parts {
            var lead = ""
            if let parent = part.parent {
                let isLast = children[parent].last == part.id
                lead = margins[parent] + (isLast ? "└─ " : "├─ ")
                margins[part.id] = margins[parent] + (isLast ? "   " : "│  ")
            }
            let scope = part.scope.map { ": \($0.text)" } ?? ""
            let place = part.place.map { "  \($0)" } ?? ""
            lines.append(lead + (part.title + scope + place).onOneLine)
            let margin = margins[part.id] + (children[part.id].isEmpty ? "   " : "│  ")
            lines += ((part.machine?.lines ?? []) + part.notes.map { "* \($0)" }).map { margin + $0.onOneLine }
        }
        if !isComplete { lines.append("… and more") }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// With line breaks and other control characters written as escapes.
    var onOneLine: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isControl {
                text += scalar.escaped(asASCII: true)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: false
        }
    }
}
