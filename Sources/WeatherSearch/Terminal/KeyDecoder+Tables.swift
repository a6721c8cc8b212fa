extension KeyDecoder {
    /// Both bytes that Backspace keys send, both line endings, and the editing keys of a shell.
    static let controlKeys: [UInt8: Key] = [
        0x03: .interrupt,
        0x04: .endOfInput,
        0x08: .backspace,
        0x09: .tab,
        0x0A: .enter,
        0x0D: .enter,
        0x15: .deleteLine,
        0x17: .deleteWord,
        0x1A: .suspend,
        0x7F: .backspace,
    ]

    /// The key of ESC `[` *parameters* *final*, or of ESC `O` *final*.
    ///
    /// If the final byte is `~`, the first parameter is the number of the key. A second parameter encodes the
    /// modifiers, which are ignored.
    static func key(final: UInt8, parameters: [UInt8]) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        // Enter on the number pad, in application mode.
        case UInt8(ascii: "M") where parameters.isEmpty: .enter
        case UInt8(ascii: "~"): numberedKey(parameters)
        default: nil
        }
    }

    private static func numberedKey(_ parameters: [UInt8]) -> Key? {
        switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
        case "1", "7": .home
        case "3": .delete
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }
}
