/// A line of text in a picture, of a width that is known without the font.
struct PictureText {
    enum Style: String {
        case title
        case route
        case place
        case note
    }

    /// Longer lines are cut.
    static let limit = 48
    static let height = 18.0
    private static let cellWidth = 7.8

    let style: Style
    let text: String
    /// In cells of a monospaced font.
    private let cells: Int

    init(_ style: Style, _ text: String) {
        self.style = style
        var (shown, cells) = ("", 0)
        for character in text.onOneLine {
            let width = Self.cells(of: character)
            guard cells + width < Self.limit else {
                (shown, cells) = (shown + "…", cells + 1)
                break
            }
            shown.append(character)
            cells += width
        }
        (self.text, self.cells) = (shown, cells)
    }

    /// In the units of the picture. The picture makes the text as wide as this in any font.
    var width: Double { Double(cells) * Self.cellWidth }

    /// East Asian characters and emoji take two cells.
    private static func cells(of character: Character) -> Int {
        let scalar = character.unicodeScalars.first!
        let isWide =
            scalar.properties.isEmojiPresentation || (0x1100...0x115F).contains(scalar.value)
            || (0x2E80...0xA4CF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
            || (0xF900...0xFAFF).contains(scalar.value) || (0xFE30...0xFE6F).contains(scalar.value)
            || (0xFF00...0xFF60).contains(scalar.value) || (0x20000...0x3FFFD).contains(scalar.value)
        return isWide ? 2 : 1
    }
}
