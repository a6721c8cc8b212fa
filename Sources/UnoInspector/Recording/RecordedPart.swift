internal import Foundation
internal import UnoArchitecture

/// The state of a part of a feature, whose type only the part knows.
enum RecordedPart: Sendable {
    case value(any Sendable)
    /// As JSON, read from a file.
    case encoded(String)

    /// The state, unless it was read from a file.
    var valueIfKnown: (any Sendable)? { if case .value(let value) = self { value } else { nil } }

    /// The state, if it has this type.
    func state(as type: any Sendable.Type) -> (any Sendable)? {
        switch self {
        case .value(let value): return value
        case .encoded(let text):
            func decode(_ type: (some Decodable).Type) -> Any? {
                let json = JSONDecoder()
                json.userInfo[.keepsIDs] = true
                return try? json.decode(type, from: Data(text.utf8))
            }
            func sendable(_ type: (some Sendable).Type, _ value: Any?) -> (any Sendable)? {
                value.flatMap { cast($0, to: type) }
            }
            func cast<State: Sendable>(_ value: Any, to type: State.Type) -> State? { value as? State }
            return (type as? any Decodable.Type).flatMap { sendable(type, decode($0)) }
        }
    }
}

extension RecordedPart: Codable {
    init(from decoder: any Decoder) throws { self = .encoded(try decoder.singleValueContainer().decode(String.self)) }

    /// Throws if the type of the state is not `Encodable`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .encoded(let text): try container.encode(text)
        case .value(let value):
            guard let encodable = value as? any Encodable else {
                let reason = "The state of a part, \(type(of: value)), is not Encodable"
                throw EncodingError.invalidValue(value, .init(codingPath: encoder.codingPath, debugDescription: reason))
            }
            let json = JSONEncoder()
            json.userInfo[.keepsIDs] = true
            json.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try container.encode(String(decoding: json.encode(encodable), as: UTF8.self))
        }
    }
}
