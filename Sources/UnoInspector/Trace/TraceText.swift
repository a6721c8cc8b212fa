/// JSON text that is written piece by piece.
struct TraceText: Sendable {
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends `text` as it is.
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes as they are.
    mutating func append(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    /// Appends a number in decimal digits.
    mutating func append(_ number: UInt64) { append(number, decimals: 0) }

    /// Appends a time in microseconds, to the nanosecond.
    mutating func append(nanoseconds: UInt64) { append(nanoseconds, decimals: 3) }

    /// Appends a number divided by a power of ten.
    private mutating func append(_ number: UInt64, decimals: Int) {
        // The longest number has 20 digits, and a point.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 21) { digits in
            var (rest, start, count) = (number, digits.count, 0)
            repeat {
                if decimals > 0, count == decimals {
                    start -= 1
                    digits[start] = UInt8(ascii: ".")
                }
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                (rest, count) = (rest / 10, count + 1)
            } while rest > 0 || count <= decimals
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends a string in quotation marks. What is no character in `text`, such as half of a surrogate pair, becomes U+FFFD.
    mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy(Self.isPlain) {
            bytes.append(contentsOf: text.utf8)
        } else {
            for byte in text.utf8 { append(escaped: byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case ..<0x20:
            append(byte < 0x10 ? #"\u000"# : #"\u001"#)
            bytes.append(contentsOf: String(byte % 16, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
