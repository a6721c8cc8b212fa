extension Difference: CustomStringConvertible {
    package var description: String { text(whole: "the state") }

    /// Three lines for each field, with the two values one above the other.
    ///
    /// - Parameter whole: the name for a value that differs as a whole.
    package func text(whole: String) -> String {
        entries.map { entry in
            """
                \(entry.path.isEmpty ? whole : entry.path)
                    expected: \(entry.expected ?? "nothing")
                    actual:   \(entry.actual ?? "nothing")
            """
        }.joined(separator: "\n")
    }

    /// The differences of `after` from `before`, indented below the line of their cause; empty if there are none.
    package static func indented<Value: Equatable>(from before: Value, to after: Value) -> String {
        let difference = Difference(expected: before, actual: after)
        return difference.entries.map { entry in
            "\n        \(entry.path.isEmpty ? "it" : entry.path): "
                + "\(entry.expected ?? "nothing") became \(entry.actual ?? "nothing")"
        }.joined()
    }
}
