/// Turns the bytes of a terminal into keystrokes.
///
/// A state machine: it does not read and does not wait. An Escape key and an escape sequence begin with the
/// same byte; the caller knows whether more bytes follow at once, and calls `flush()` if none do.
///
/// *Behavior*: every byte is consumed. Invalid UTF-8, control characters without a meaning here, unknown
/// sequences and characters typed with Alt produce no key.
struct KeyDecoder: Sendable {
    private enum State {
        /// Between keystrokes. Any state may follow.
        case ground
        /// After ESC: a key of its own, or the beginning of a sequence.
        case escape
        /// After ESC `[`, up to a final byte; the parameter bytes so far.
        case controlSequence(parameters: [UInt8])
        /// After ESC `O`: one byte follows.
        case singleShift
        /// In a multi-byte character; `missing` more bytes are expected.
        case character(bytes: [UInt8], missing: Int)
    }

    private var state = State.ground

    /// Whether `flush()` would produce a key: the last byte was an ESC.
    var awaitsFlush: Bool {
        if case .escape = state { true } else { false }
    }

    /// The keys that `byte` completes: none, one, or two when it proves that an earlier ESC was a key.
    mutating func decode(_ byte: UInt8) -> [Key] {
        switch state {
        case .ground: return begin(byte)
        case .escape: return continueEscape(byte)
        case .controlSequence(let parameters): return continueSequence(parameters, byte)
        case .singleShift:
            state = .ground
            guard byte >= 0x20 else { return begin(byte) }
            return Self.key(final: byte, parameters: []).map { [$0] } ?? []
        case .character(let bytes, let missing): return continueCharacter(bytes, missing, byte)
        }
    }

    /// Tells the decoder that no more bytes follow at once: a lone ESC was the Escape key. Any other incomplete
    /// sequence is kept.
    mutating func flush() -> [Key] {
        guard awaitsFlush else { return [] }
        state = .ground
        return [.escape]
    }

    private mutating func begin(_ byte: UInt8) -> [Key] {
        state = .ground
        switch byte {
        case 0x1B:
            state = .escape
            return []
        case 0x00..<0x20, 0x7F:
            return Self.controlKeys[byte].map { [$0] } ?? []
        case ..<0x80:
            return [.character(Character(Unicode.Scalar(byte)))]
        case 0xC2...0xDF: state = .character(bytes: [byte], missing: 1)
        case 0xE0...0xEF: state = .character(bytes: [byte], missing: 2)
        case 0xF0...0xF4: state = .character(bytes: [byte], missing: 3)
        default: break
        }
        return []
    }

    private mutating func continueEscape(_ byte: UInt8) -> [Key] {
        switch byte {
        case UInt8(ascii: "["): state = .controlSequence(parameters: [])
        case UInt8(ascii: "O"): state = .singleShift
        // The first ESC was the key; the second may begin a sequence.
        case 0x1B: return [.escape]
        // A control character is not typed with Alt, so the ESC before it was the key.
        case 0x00..<0x20, 0x7F: return [.escape] + begin(byte)
        default: state = .ground
        }
        return []
    }

    private mutating func continueSequence(_ parameters: [UInt8], _ byte: UInt8) -> [Key] {
        switch byte {
        case 0x20..<0x40:
            // No key sends so many parameters; consume the sequence anyway.
            state = .controlSequence(parameters: parameters.count < 16 ? parameters + [byte] : parameters)
            return []
        case 0x40..<0x7F:
            state = .ground
            return Self.key(final: byte, parameters: parameters).map { [$0] } ?? []
        default:
            return begin(byte)
        }
    }

    private mutating func continueCharacter(_ bytes: [UInt8], _ missing: Int, _ byte: UInt8) -> [Key] {
        guard byte & 0xC0 == 0x80 else { return begin(byte) }
        let bytes = bytes + [byte]
        guard missing == 1 else {
            state = .character(bytes: bytes, missing: missing - 1)
            return []
        }
        state = .ground
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first,
            scalar.properties.generalCategory != .control
        else { return [] }
        return [.character(Character(scalar))]
    }
}
