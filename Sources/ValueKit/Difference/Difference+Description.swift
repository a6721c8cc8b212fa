extension Difference: CustomStringConvertible {
    package var description: String { text(whole: "the state") }

    /// Three lines for each field, with the two values one above the other.
    ///
    /// - Parameter whole: the name for a value that differs as a whole.
    package func text(whole: String) -> String {
        let lines = entries.map { entry in
            """
                \(entry.path.isEmpty ? whole : entry.path)
                    expected: \(Self.indent(entry.expected, "        "))
                    actual:   \(Self.indent(entry.actual, "        "))
            """
        }
        return lines.joined(separator: "\n") + rest("    ")
    }

    /// A value whose further lines are indented.
    private static func indent(_ value: String?, _ indent: String) -> String {
        value?.replacing("\n", with: "\n\(indent)") ?? "nothing"
    }

    /// How many differences are not written, as a line.
    private func rest(_ indent: String) -> String {
        count > entries.count ? "\n\(indent)… \(Rendering.grouped(count - entries.count)) more" : ""
    }

    /// The differences of `after` from `before`, indented below the line of their cause; empty if there are none.
    package static func indented<Value: Equatable>(from before: Value, to after: Value) -> String {
        let difference = Difference(expected: before, actual: after)
        return difference.entries.map { entry in
            "\n        \(entry.path.isEmpty ? "it" : entry.path): "
                + "\(indent(entry.expected, "        ")) became \(indent(entry.actual, "        "))"
        }.joined() + difference.rest("        ")
    }
}
