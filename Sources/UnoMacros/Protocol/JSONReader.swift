/// Reads one JSON value (RFC 8259).
///
/// Rejects values nested deeper than `depthLimit`. Complexity: O(*n*).
package struct JSONReader {
    static let depthLimit = 128

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the value that `bytes` encode; nil unless they encode exactly one value.
    package static func value(of bytes: [UInt8]) -> JSON? {
        var reader = JSONReader(bytes: bytes)
        guard let value = reader.value() else { return nil }
        reader.skipSpace()
        return reader.position == bytes.count ? value : nil
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func take(_ wanted: UInt8) -> Bool {
        guard byte == wanted else { return false }
        position += 1
        return true
    }

    private mutating func take(_ word: StaticString) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    private mutating func value() -> JSON? {
        skipSpace()
        guard let byte, depth < Self.depthLimit else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch byte {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string().map(JSON.string)
        case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func object() -> JSON? {
        position += 1
        var members: [String: JSON] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
            skipSpace()
            guard take(UInt8(ascii: ":")), let value = value() else { return nil }
            members[key] = value
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func array() -> JSON? {
        position += 1
        var elements: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            guard let value = value() else { return nil }
            elements.append(value)
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func number() -> JSON? {
        let start = position
        while let byte, byte.isDigit || "+-.eE".utf8.contains(byte) { position += 1 }
        return Double(String(decoding: bytes[start..<position], as: UTF8.self)).map(JSON.number)
    }

    private mutating func string() -> String? {
        position += 1
        var text: [UInt8] = []
        while true {
            let start = position
            position = endOfPlainText()
            guard let byte else { return nil }
            let plain = bytes[start..<position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return text.isEmpty
                    ? String(decoding: plain, as: UTF8.self) : String(decoding: text + plain, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += plain
                guard escape(into: &text) else { return nil }
            default: return nil
            }
        }
    }

    /// Returns the position of the next quote, backslash or control character.
    ///
    /// Most of a message is text, and this module is compiled without optimisation: a loop over a pointer, and numbers for
    /// characters, take no calls there.
    private func endOfPlainText() -> Int {
        bytes.withUnsafeBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return position }
            let count = buffer.count
            var end = position
            while end < count, first[end] != 0x22, first[end] != 0x5C, first[end] >= 0x20 { end += 1 }
            return end
        }
    }

    private mutating func escape(into text: inout [UInt8]) -> Bool {
        guard let byte else { return false }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return false }
            text += String(scalar(beginningWith: unit)).utf8
        default: return false
        }
        return true
    }

    private mutating func codeUnit() -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0 | 0x20) }) else { return nil }
        position += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// Returns the scalar of one code unit, or of a surrogate pair. An unpaired surrogate becomes U+FFFD.
    private mutating func scalar(beginningWith unit: UInt16) -> Unicode.Scalar {
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let start = position
        // Of a low surrogate that stands first, the value is too large for a scalar.
        if take("\\u"), let low = codeUnit(), (0xDC00...0xDFFF).contains(low) {
            let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
            if let scalar = Unicode.Scalar(value) { return scalar }
        }
        position = start
        return "\u{FFFD}"
    }
}
