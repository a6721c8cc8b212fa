public import Foundation
internal import UnoArchitecture

/// Keeps a shared value in a file, as JSON or in a format of your own.
///
/// ```swift
/// let settings = Shared(Settings(), storage: FileStorage(url))
/// ```
///
/// - *Saving*: the value is written to a new file beside the old one, which then takes its place in one step, after its
///   bytes have reached the disk. Whenever the program or the system is interrupted, the file holds the old or the new
///   value, never a part of one. The new file has the permissions of the old one. A symbolic link is followed: the file that
///   it leads to is replaced. Missing folders are made.
/// - *Damage*: a file that cannot be decoded is renamed to its name and `.damaged`, in place of an earlier one of that name,
///   and reported.
/// - *A file that cannot be read*, for instance because access is denied, is left alone and never written.
public struct FileStorage<Value: Sendable>: SharedStorage {
    private let url: URL
    private let encode: @Sendable (Value) throws -> Data
    private let decode: @Sendable (Data) throws -> Value

    /// Creates storage in the file at `url`, which need not exist.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - encode: turns a value into the contents of the file.
    ///   - decode: turns the contents of the file into a value; throws if they are damaged.
    public init(
        _ url: URL,
        encode: @escaping @Sendable (Value) throws -> Data,
        decode: @escaping @Sendable (Data) throws -> Value
    ) {
        (self.url, self.encode, self.decode) = (url, encode, decode)
    }

    /// Creates storage in the file at `url`, which need not exist, as JSON with sorted keys.
    public init(_ url: URL) where Value: Codable {
        self.init(url) { value in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return try encoder.encode(value)
        } decode: { data in
            try JSONDecoder().decode(Value.self, from: data)
        }
    }

    /// The path of the file.
    public var name: String { url.path }

    /// Reads and decodes the file; nil if there is none.
    public func load() throws -> Value? {
        let file = NewFile.target(of: url)
        NewFile.sweep(besides: file.path)
        guard let data = try NewFile.contents(of: file.path) else { return nil }
        do {
            return try decode(data)
        } catch {
            let damaged = NewFile.companion(of: file.path, ".damaged")
            try NewFile.move(file.path, to: damaged)
            throw DamagedStorage("\(error). The file is now \(damaged)")
        }
    }

    /// Replaces the file.
    public func save(_ value: Value) async throws {
        let data = try encode(value)
        let file = NewFile.target(of: url)
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try NewFile.save(data, inPlaceOf: file.path)
    }
}
