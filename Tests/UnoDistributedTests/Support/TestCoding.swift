import Foundation

@testable import UnoDistributed

/// JSON of a size that a test chooses, which tells the test what is encoded and decoded, and fails where the test throws.
struct TestCoding: WireCoding {
    /// The bytes of a value's encoding, if its JSON has fewer.
    var bytes: @Sendable (any Encodable) -> Int = { _ in 0 }
    var encoding: @Sendable (any Encodable) throws -> Void = { _ in }
    var decoding: @Sendable (any Decodable) throws -> Void = { _ in }

    func encode(_ value: some Encodable) throws -> String {
        try encoding(value)
        let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        return text + String(repeating: " ", count: max(0, bytes(value) - text.utf8.count))
    }

    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
        let value = try JSONDecoder().decode(type, from: Data(text.utf8))
        try decoding(value)
        return value
    }
}
