import Foundation

/// A name reduced to what a user types for it: lower case, no diacritics, single spaces.
///
/// | in the name | becomes |
/// |---|---|
/// | a letter with diacritics (canonical decomposition, UAX #15) | the bare letter |
/// | a letter that does not decompose, such as ø, ł, ß, æ | the spelling in `letters` |
/// | a full stop, an apostrophe in any of its forms | nothing |
/// | any other punctuation, symbol or run of white space | one space |
///
/// Leading and trailing spaces are removed, so that a name and a prefix of it fold alike.
struct FoldedName: Sendable, Hashable {
    /// The folded text as UTF-8.
    let bytes: [UInt8]

    /// Where a word after the first begins: after a space, and after an apostrophe ("L'Aquila" is found
    /// by "laquila" and by "aquila").
    let laterWords: [Int]

    init(_ text: String) {
        var fold = Fold(capacity: text.utf8.count)
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            for byte in text.utf8 { fold.append(Unicode.Scalar(byte)) }
        } else {
            for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars { fold.append(scalar) }
        }
        bytes = fold.bytes
        laterWords = fold.laterWords
    }

    var isEmpty: Bool { bytes.isEmpty }

    func hasPrefix(_ prefix: FoldedName) -> Bool {
        bytes.starts(with: prefix.bytes)
    }

    /// The letters without a canonical decomposition, as they are usually typed on a plain keyboard.
    static let letters: [Unicode.Scalar: String] = [
        "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th", "ĳ": "ij",
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n",
        "ı": "i", "ĸ": "k", "ŀ": "l", "ſ": "s", "ə": "a", "ɛ": "e", "ɔ": "o", "ƙ": "k", "ɓ": "b", "ɗ": "d",
    ]

    fileprivate static let apostrophes: Set<Unicode.Scalar> = [
        "'", "`", "\u{00B4}", "\u{2018}", "\u{2019}", "\u{02BB}", "\u{02BC}", "\u{02B9}", "\u{2032}",
    ]
}

/// The fold in progress.
private struct Fold {
    var bytes: [UInt8] = []
    var laterWords: [Int] = []
    private var spaceIsDue = false
    private var wordIsDue = false

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x61...0x7A, 0x30...0x39:
            append(letter: UInt8(truncatingIfNeeded: scalar.value))
        case 0x41...0x5A:
            append(letter: UInt8(truncatingIfNeeded: scalar.value) | 0x20)
        case 0x2E:
            break
        case 0x80... where scalar.properties.generalCategory == .nonspacingMark:
            break
        default:
            if FoldedName.apostrophes.contains(scalar) {
                wordIsDue = !bytes.isEmpty
            } else if scalar.value >= 0x80, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                // The dotted capital İ was decomposed earlier, so its dot is already removed.
                let lowered = scalar.properties.lowercaseMapping
                let spelling = lowered.unicodeScalars.first.flatMap { FoldedName.letters[$0] } ?? lowered
                for byte in spelling.utf8 { append(letter: byte) }
            } else {
                spaceIsDue = !bytes.isEmpty
            }
        }
    }

    private mutating func append(letter byte: UInt8) {
        if spaceIsDue { bytes.append(UInt8(ascii: " ")) }
        if spaceIsDue || wordIsDue { laterWords.append(bytes.count) }
        spaceIsDue = false
        wordIsDue = false
        bytes.append(byte)
    }
}
