/// A JSON value, with what the plug-in protocol needs. Loading Foundation would slow down every start.
package enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Objects are equal if their members are, in any order. Derived, this would specialise the dictionary's comparison.
    package static func == (left: JSON, right: JSON) -> Bool { left.encoded == right.encoded }

    package subscript(key: String) -> JSON? {
        @inline(never) get { if case .object(let members) = self { members[key] } else { nil } }
    }

    package var string: String? { if case .string(let string) = self { string } else { nil } }

    package var array: [JSON]? { if case .array(let array) = self { array } else { nil } }

    /// The number, if it is an integer in range.
    package var integer: Int? { if case .number(let number) = self { Int(exactly: number) } else { nil } }

    /// The value in UTF-8, with the members of objects sorted by name.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }

    private func encode(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += (Int(exactly: value).map(String.init) ?? String(value)).utf8
        case .string(let string): JSON.encode(string, into: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.encode(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                JSON.encode(member.key, into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.encode(into: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func encode(_ string: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += #"\""#.utf8
            case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
            case 0x0A: bytes += #"\n"#.utf8
            case 0x00..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += #"\u00"#.utf8
                bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByIntegerLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
    package init(integerLiteral value: Int) { self = .number(Double(value)) }

    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
