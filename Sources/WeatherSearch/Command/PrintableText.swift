extension String {
    /// The text with every control character replaced, so that it contains no escape sequence.
    ///
    /// For text from the command line, a file or the network that is written to a terminal.
    var withoutControlCharacters: String {
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            shown.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        return String(shown)
    }

    /// The text as quoted in a message: without control characters, and truncated to 60 characters.
    var printable: String {
        String(prefix(60)).withoutControlCharacters + (dropFirst(60).isEmpty ? "" : "…")
    }
}
