extension GraphDescription {
    /// The parts as a graph in Graphviz's notation, DOT.
    public var graphviz: String {
        var lines = ["digraph \(Self.quoted([parts[0].title])) {", "    rankdir=LR", "    node [shape=box]"]
        for part in parts {
            let label = Self.quoted([part.title] + part.notes.map { "* \($0)" })
            let style = part.hasRoundBox ? ", style=rounded" : ""
            let place = part.place.map { ", tooltip=\(Self.quoted(["\($0)"]))" } ?? ""
            lines.append("    p\(part.id) [label=\(label)\(style)\(place)]")
            if let parent = part.parent {
                let route = part.scope.map { " [label=\(Self.quoted([$0.text]))]" } ?? ""
                lines.append("    p\(parent) -> p\(part.id)\(route)")
            }
            if let machine = part.machine { lines += Self.graphvizLines(of: machine, in: part.id) }
        }
        if !isComplete { lines.append("    more [shape=plaintext, label=\"… and more\"]") }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private static func graphvizLines(of machine: Machine, in part: Part.ID) -> [String] {
        var lines = ["    subgraph cluster\(part) {"]
        for (place, state) in machine.states.enumerated() {
            lines.append("        m\(part)s\(place) [shape=ellipse, label=\(quoted([state]))]")
        }
        for transition in machine.transitions {
            let label = quoted([transition.label])
            lines.append("        m\(part)s\(transition.from) -> m\(part)s\(transition.to) [label=\(label)]")
        }
        if !machine.isComplete { lines.append("        m\(part)more [shape=plaintext, label=\"…\"]") }
        return lines + ["    }", "    p\(part) -> m\(part)s0 [style=dashed]"]
    }

    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            line.onOneLine.unicodeScalars.reduce(into: "") { escaped, scalar in
                if scalar == "\\" || scalar == "\"" { escaped.append("\\") }
                escaped.unicodeScalars.append(scalar)
            }
        }
        return "\"\(escaped.joined(separator: "\\n"))\""
    }
}
