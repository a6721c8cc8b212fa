extension GraphDescription {
    /// The parts as a flowchart in Mermaid's notation, which GitHub and DocC viewers draw.
    ///
    /// Places in the source are left out.
    public var mermaid: String {
        var lines = ["flowchart LR"]
        for part in parts {
            let text = [part.title] + part.notes.map { "* \($0)" }
            let label = text.map(Self.mermaidText).joined(separator: "<br/>")
            lines.append("    p\(part.id)\(part.hasRoundBox ? "(\"\(label)\")" : "[\"\(label)\"]")")
            if let parent = part.parent {
                let route = part.scope.map { "|\"\(Self.mermaidText($0.text))\"|" } ?? ""
                lines.append("    p\(parent) -->\(route) p\(part.id)")
            }
            if let machine = part.machine { lines += Self.mermaidLines(of: machine, in: part.id) }
        }
        if !isComplete { lines.append("    more[\"… and more\"]") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func mermaidLines(of machine: Machine, in part: Part.ID) -> [String] {
        var lines = ["    subgraph m\(part)[\" \"]"]
        for (place, state) in machine.states.enumerated() {
            lines.append("        m\(part)s\(place)([\"\(mermaidText(state))\"])")
        }
        for transition in machine.transitions {
            let label = mermaidText(transition.label)
            lines.append("        m\(part)s\(transition.from) -->|\"\(label)\"| m\(part)s\(transition.to)")
        }
        if !machine.isComplete { lines.append("        m\(part)more[\"…\"]") }
        return lines + ["    end", "    p\(part) -.- m\(part)s0"]
    }

    /// Text between quotes: what Mermaid, or the HTML that it makes, would take for its own is written as an entity.
    private static func mermaidText(_ text: String) -> String {
        let text = text.onOneLine.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "\"", "#", "&", "<", ">", ";", "`", "|": escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        // Mermaid breaks the line at these two characters.
        return text.replacing("\\n", with: "#92;n")
    }
}

extension GraphDescription.Part {
    /// The user's own types stand out.
    var hasRoundBox: Bool {
        switch kind {
        case .feature, .transformer, .stateMachine, .synchronous: true
        default: false
        }
    }
}
