extension StateMachineDiagram {
    /// The diagram in the language of Mermaid; what is undefined is a note at its state.
    public var mermaid: String {
        func text(_ text: String) -> String {
            text.reduce(into: "") { escaped, character in
                switch character {
                case "#": escaped += "#35;"
                case ";": escaped += "#59;"
                case ":": escaped += "#58;"
                case "\"": escaped += "#quot;"
                case "\n", "\r\n": escaped += " "
                default: escaped.append(character)
                }
            }
        }
        var lines = ["stateDiagram-v2", "    [*] --> s0"]
        for (place, state) in states.enumerated() { lines.append("    s\(place): \(text("\(state)"))") }
        for edge in edges { lines.append("    s\(edge.from) --> s\(edge.to): \(text(label(edge)))") }
        for (place, events) in undefined.enumerated() where !events.isEmpty {
            lines.append("    note right of s\(place)")
            lines.append("        undefined#58; \(text(events.joined(separator: ", ")))")
            lines.append("    end note")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The diagram in the language of Graphviz; what is undefined is a dashed edge.
    public var graphviz: String {
        func quoted(_ text: String) -> String {
            let escaped = text.reduce(into: "") { escaped, character in
                switch character {
                case "\\", "\"": escaped += "\\\(character)"
                case "\n", "\r\n": escaped += "\\n"
                default: escaped.append(character)
                }
            }
            return "\"\(escaped)\""
        }
        var lines = ["digraph \(quoted("\(Machine.self)")) {", "    rankdir=LR", "    node [shape=box, style=rounded]"]
        lines.append("    start [shape=point]")
        lines.append("    start -> s0")
        for (place, state) in states.enumerated() { lines.append("    s\(place) [label=\(quoted("\(state)"))]") }
        for edge in edges { lines.append("    s\(edge.from) -> s\(edge.to) [label=\(quoted(label(edge)))]") }
        if undefined.contains(where: { !$0.isEmpty }) { lines.append("    undefined [shape=plaintext]") }
        for (place, events) in undefined.enumerated() where !events.isEmpty {
            let label = quoted(events.joined(separator: "\n"))
            lines.append("    s\(place) -> undefined [style=dashed, label=\(label)]")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private func label(_ edge: Edge) -> String {
        edge.effects.map { "\(edge.event) / \($0)" } ?? edge.event
    }
}
