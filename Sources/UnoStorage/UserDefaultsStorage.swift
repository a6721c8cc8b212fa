internal import Foundation
internal import UnoArchitecture

/// Keeps a shared value in the user's defaults.
///
/// A Boolean, a number, a string, data, a date, and an array or a dictionary of these, is stored as such, so that other code
/// can read it under the same key; any other value as JSON. So are optional ones, but for an optional of data, which is JSON in
/// any case.
///
/// - *Damage*: an entry that is no value is moved to the key with `.damaged` behind it, and reported.
public struct UserDefaultsStorage<Value: Codable & Sendable>: SharedStorage {
    private let key: String
    private let suite: String?

    /// Creates storage under `key`.
    ///
    /// - Parameters:
    ///   - key: the key of the entry.
    ///   - suite: the name of the defaults, such as that of an app group; nil for those of the app.
    public init(_ key: String, suite: String? = nil) {
        (self.key, self.suite) = (key, suite)
    }

    /// The key, and the name of the defaults.
    public var name: String { "UserDefaults(\(suite ?? "standard")).\(key)" }

    /// Reads the entry; nil if there is none.
    public func load() throws -> Value? {
        let defaults = try defaults
        guard let stored = defaults.object(forKey: key) else { return nil }
        if !(Self.isOptional && stored is Data), let value = stored as? Value { return value }
        do {
            guard let data = stored as? Data else { throw DamagedStorage("It is \(stored)") }
            return try JSONDecoder().decode(Value.self, from: data)
        } catch {
            defaults.set(stored, forKey: "\(key).damaged")
            defaults.removeObject(forKey: key)
            throw DamagedStorage("\(error). The entry is now \(key).damaged")
        }
    }

    /// Replaces the entry.
    public func save(_ value: Value) async throws {
        let defaults = try defaults
        if !(Self.isOptional && value is Data), PropertyListSerialization.propertyList(value, isValidFor: .binary) {
            defaults.set(value, forKey: key)
        } else {
            defaults.set(try JSONEncoder().encode(value), forKey: key)
        }
    }

    /// Whether data that is stored as such could be taken for the JSON of nil.
    private static var isOptional: Bool { Value.self is any ExpressibleByNilLiteral.Type }

    private var defaults: UserDefaults {
        get throws {
            guard let suite else { return .standard }
            guard let defaults = UserDefaults(suiteName: suite) else { throw MissingDefaults(suite: suite) }
            return defaults
        }
    }
}

/// There are no defaults of this name.
struct MissingDefaults: Error {
    let suite: String
}
