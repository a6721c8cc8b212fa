extension String {
    /// The text as it may be shown on a terminal: control characters replaced, and cut at 60 characters.
    ///
    /// Text from the command line, from a file or from the network may hold escape sequences.
    var printable: String {
        var shown = String.UnicodeScalarView()
        for scalar in prefix(60).unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control
            shown.append(isControl ? "\u{FFFD}" : scalar)
        }
        return String(shown) + (dropFirst(60).isEmpty ? "" : "…")
    }
}
