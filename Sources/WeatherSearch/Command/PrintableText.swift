extension String {
    /// The text with every control character replaced, so that it can hold no escape sequence.
    ///
    /// For text from the command line, from a file or from the network that goes to a terminal.
    var withoutControlCharacters: String {
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            shown.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        return String(shown)
    }

    /// The text as it is quoted in a message: without control characters, and cut at 60 characters.
    var printable: String {
        String(prefix(60)).withoutControlCharacters + (dropFirst(60).isEmpty ? "" : "…")
    }
}
