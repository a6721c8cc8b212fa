extension String {
    /// The approximate number of terminal columns that the text takes.
    ///
    /// Terminals differ; this follows what most do: two columns for the wide ranges of East Asian scripts
    /// and for emoji (UAX #11), none for marks and invisible formatting, one for everything else.
    var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// The text padded with trailing spaces to at least `columns`.
    func padded(toColumns columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - displayWidth))
    }

    /// The beginning of the text that fits, ending in "…" if the text is truncated.
    func clipped(toColumns columns: Int) -> String {
        guard displayWidth > columns else { return self }
        guard columns > 0 else { return "" }
        var width = 1
        let kept = prefix { character in
            width += character.displayWidth
            return width <= columns
        }
        return kept + "…"
    }

    /// The end of the text that fits, beginning with "…" if the text is truncated.
    func clippedAtStart(toColumns columns: Int) -> String {
        guard displayWidth > columns else { return self }
        guard columns > 0 else { return "" }
        var width = 1
        let dropped = reversed().prefix { character in
            width += character.displayWidth
            return width <= columns
        }
        return "…" + suffix(dropped.count)
    }
}

extension Character {
    /// The width of the widest scalar: the base letter determines it, not its combining marks.
    var displayWidth: Int {
        unicodeScalars.reduce(0) { max($0, $1.displayWidth) }
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        guard value >= 0x300 else { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return Self.wideRanges.contains { $0.contains(value) } ? 2 : 1
        }
    }

    /// The blocks in which almost all characters are wide or full-width.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul Jamo, initial consonants
        0x2E80...0x303E,  // CJK radicals and punctuation
        0x3041...0xA4CF,  // Kana to Yi
        0xA960...0xA97F,  // Hangul Jamo Extended-A
        0xAC00...0xD7A3,  // Hangul syllables
        0xF900...0xFAFF,  // CJK compatibility ideographs
        0xFE30...0xFE6F,  // CJK compatibility forms
        0xFF00...0xFF60,  // Full-width forms
        0xFFE0...0xFFE6,
        0x1F300...0x1F64F,  // Emoji
        0x1F680...0x1F6FF,
        0x1F900...0x1FAFF,
        0x20000...0x3FFFD,  // CJK extensions
    ]
}
