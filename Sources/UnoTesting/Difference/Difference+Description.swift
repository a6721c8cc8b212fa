extension Difference: CustomStringConvertible {
    package var description: String { text(whole: "the state") }

    /// Three lines a field, so that the values read one above the other.
    ///
    /// - Parameter whole: what the value is called where it differs as a whole.
    package func text(whole: String) -> String {
        entries.map { entry in
            """
                \(entry.path.isEmpty ? whole : entry.path)
                    expected: \(entry.expected ?? "nothing")
                    actual:   \(entry.actual ?? "nothing")
            """
        }.joined(separator: "\n")
    }

    /// How `after` differs from `before`, below the line that says what led to it; empty if it does not.
    package static func indented<Value: Equatable>(from before: Value, to after: Value) -> String {
        let difference = Difference(expected: before, actual: after)
        return difference.entries.map { entry in
            "\n        \(entry.path.isEmpty ? "it" : entry.path): "
                + "\(entry.expected ?? "nothing") became \(entry.actual ?? "nothing")"
        }.joined()
    }
}
