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
}
