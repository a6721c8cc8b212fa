internal import Foundation
internal import UnoArchitecture

/// Keeps a shared value in the user's defaults.
///
/// A Boolean, a number, a string, data, a date, and an array or a dictionary of these, is stored as such, so that other code
/// can read it under the same key; any other value as JSON. So are optional ones, but for an optional of data, which is JSON in
/// any case. On Linux, where the defaults have whole seconds only, another date is JSON, too.
///
/// - *Damage*: an entry that is no value is moved to the key with `.damaged` behind it, and reported.
/// - *Arguments*: an argument of the program, such as `-count 5`, stands before the entry of that key. One that is no value makes
///   the storage unreadable for this launch; the entry stays.
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
        return try load(from: defaults, arguments: defaults.volatileDomain(forName: UserDefaults.argumentDomain))
    }

    /// - Parameter arguments: those of the program; each stands before the entry of its key.
    func load(from defaults: UserDefaults, arguments: [String: Any]) throws -> Value? {
        guard let stored = defaults.object(forKey: key) else { return nil }
        do {
            return try Self.value(of: stored)
        } catch {
            // The entry, which is not seen, may be a value.
            if arguments[key] != nil {
                // An argument is a text: a number or a Boolean, too.
                let text = Data("[\(stored)]".utf8)
                if let value = try? JSONDecoder().decode([Value].self, from: text).first { return value }
                throw HiddenEntry(key: key, argument: "\(stored)")
            }
            defaults.set(stored, forKey: "\(key).damaged")
            defaults.removeObject(forKey: key)
            try Self.write(defaults)
            throw DamagedStorage("\(error). The entry is now \(key).damaged")
        }
    }

    /// Replaces the entry.
    public func save(_ value: Value) async throws {
        let defaults = try defaults
        if Self.isKept(value) {
            defaults.set(value, forKey: key)
        } else {
            defaults.set(try JSONEncoder().encode(value), forKey: key)
        }
        try Self.write(defaults)
    }

    /// The value that was stored as `entry`. Foundation may read a number as one of another type.
    private static func value(of entry: Any) throws -> Value {
        if !(isOptional && entry is Data), let value = entry as? Value { return value }
        if let data = entry as? Data { return try JSONDecoder().decode(Value.self, from: data) }
        guard PropertyListSerialization.propertyList(entry, isValidFor: .binary) else {
            throw DamagedStorage("It is \(entry)")
        }
        let list = try PropertyListSerialization.data(fromPropertyList: [entry], format: .binary, options: 0)
        guard let value = try? PropertyListDecoder().decode([Value].self, from: list).first else {
            throw DamagedStorage("It is \(entry)")
        }
        return value
    }

    /// Whether `value` can be stored as such, and read again: a `Decimal` would become another number.
    private static func isKept(_ value: Value) -> Bool {
        guard !(isOptional && value is Data), !isCutShort(value),
            PropertyListSerialization.propertyList(value, isValidFor: .binary),
            let list = try? PropertyListSerialization.data(fromPropertyList: [value], format: .binary, options: 0),
            let entries = try? PropertyListSerialization.propertyList(from: list, format: nil) as? [Any],
            let entry = entries.first
        else { return false }
        return (try? Self.value(of: entry)) != nil
    }

    /// Whether the defaults would lose a fraction of a second.
    private static func isCutShort(_ value: Any) -> Bool {
        #if canImport(Darwin)
            return false
        #else
            return switch value {
            case let date as Date: date.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 1) != 0
            case let values as [Any]: values.contains(where: isCutShort)
            case let values as [String: Any]: values.values.contains(where: isCutShort)
            default: false
            }
        #endif
    }

    /// Has the system keep what was set: on Linux it would be lost with the process.
    private static func write(_ defaults: UserDefaults) throws {
        guard defaults.synchronize() else { throw UnwrittenDefaults() }
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

/// An argument of the program, such as `-count five`, stands before the entry of the same key, and is no value.
struct HiddenEntry: Error, CustomStringConvertible {
    let key: String
    let argument: String

    var description: String { "the argument -\(key) \(argument), which is no value, hides the entry" }
}

/// The system did not write the user's defaults.
struct UnwrittenDefaults: Error {}

/// There are no defaults of this name.
struct MissingDefaults: Error {
    let suite: String
}
