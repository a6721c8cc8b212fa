import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoTesting

@testable import UnoStorage

@Suite(.timeLimit(.hang), .serialized) final class UserDefaultsStorageTests {
    let suite = "uno-\(UUID().uuidString)"
    let reports = Record<Diagnostic>()
    var defaults: UserDefaults { UserDefaults(suiteName: suite)! }

    /// Where the defaults are on Linux.
    var file: URL {
        let home = FileManager.default.homeDirectoryForCurrentUser
        let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"].map { URL(fileURLWithPath: $0) }
        return (folder ?? home.appendingPathComponent(".config")).appendingPathComponent("\(suite).plist")
    }

    deinit {
        UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite)
        try? FileManager.default.removeItem(at: file)
    }

    func shared<Value: Codable & Sendable & Equatable>(_ value: Value, _ key: String = "key") -> Shared<Value> {
        Diagnostics.$local.withValue(Diagnostics { [reports] in reports.append($0) }) {
            Shared(value, storage: UserDefaultsStorage(key, suite: suite), clock: TestClock())
        }
    }

    func survives<Value: Codable & Sendable & Equatable>(_ value: Value, from first: Value) async throws {
        let shared = shared(first)
        shared.update { $0 = value }
        try await shared.flush()
        #expect(self.shared(first).value == value)
        #expect(reports.elements.isEmpty)
        defaults.removeObject(forKey: "key")
    }

    @Test func `Values of each kind survive a relaunch`() async throws {
        try await survives(true, from: false)
        try await survives(7, from: 0)
        try await survives(1.5, from: 0)
        try await survives("text", from: "")
        try await survives(Data([1, 2]), from: Data())
        try await survives(nil as Data?, from: Data([1, 2]))
        try await survives(Data([1, 2]) as Data?, from: nil)
        try await survives(Data("null".utf8) as Data?, from: nil)
        try await survives(nil as String?, from: "text")
        try await survives(Date(timeIntervalSince1970: 10), from: .distantPast)
        try await survives(["a", "b"], from: [])
        try await survives(Settings(name: "Ada", sizes: [3]), from: Settings())
    }

    @Test func `Numbers of each type survive, in an array and in a dictionary, too`() async throws {
        try await survives(Int8.min, from: 0)
        try await survives(UInt8.max, from: 0)
        try await survives(Int32.min, from: 0)
        try await survives(Int64.min, from: 0)
        try await survives(Int.max, from: 0)
        try await survives(UInt64.max, from: 0)
        try await survives(Float(1.5), from: 0)
        try await survives(Double.infinity, from: 0)
        try await survives(Decimal(string: "12345678901234567890.125")!, from: 0)
        try await survives([Int64.max, 1], from: [])
        try await survives([Decimal(string: "0.1")!], from: [])
        try await survives(["a": UInt16.max], from: [:])
        try await survives(7 as Int64?, from: nil)
        try await survives([[true]], from: [])
    }

    @Test func `A date keeps its fraction of a second, on the disk, too`() async throws {
        let date = Date(timeIntervalSince1970: 1_000.25)
        try await survives(date, from: .distantPast)
        try await survives([date], from: [])
        try await survives(["a": [date]], from: [:])
        try await survives(date as Date?, from: nil)
        #if os(Linux)
            // Another process reads the file, which has the whole seconds of a date.
            func isJSON<Value: Codable & Sendable & Equatable>(_ value: Value, from first: Value) async throws -> Bool {
                let shared = shared(first)
                shared.update { $0 = value }
                try await shared.flush()
                defer { defaults.removeObject(forKey: "key") }
                return defaults.object(forKey: "key") is Data
            }
            #expect(try await isJSON(date, from: .distantPast))
            #expect(try await isJSON([date], from: []))
            #expect(try await isJSON(["a": [date]], from: [:]))
            #expect(try await !isJSON([Date(timeIntervalSince1970: 1_000)], from: []))
        #endif
    }

    @Test func `A value is on the disk when it has been flushed`() async throws {
        let shared = shared(0)
        shared.update { $0 = 7 }
        try await shared.flush()
        #if os(Linux)
            // Another process reads the file; in this one, all defaults of a name are the same.
            #expect(try String(contentsOf: file, encoding: .utf8).contains("<integer>7</integer>"))
        #endif
    }

    @Test func `An argument of the program that is no value hides the entry, and leaves it as it is`() throws {
        let (storage, defaults) = (UserDefaultsStorage<Int>("key", suite: suite), defaults)
        // As an argument is seen: no process can give one to itself.
        defaults.set("five", forKey: "key")
        let error = #expect(throws: HiddenEntry.self) { try storage.load(from: defaults, arguments: ["key": "five"]) }
        #expect(error.map { "\($0)".contains("-key five") } == true)
        // An argument is a text.
        defaults.set("5", forKey: "key")
        #expect(try storage.load(from: defaults, arguments: ["key": "5"]) == 5)
        defaults.set("five", forKey: "key")
        #expect(defaults.string(forKey: "key") == "five" && defaults.object(forKey: "key.damaged") == nil)
        #expect(throws: DamagedStorage.self) { try storage.load(from: defaults, arguments: ["other": "five"]) }
        #expect(defaults.string(forKey: "key.damaged") == "five")
    }

    @Test func `Other code reads a plain value under the same key`() async throws {
        let flag = shared(false, "flag")
        flag.update { $0 = true }
        try await flag.flush()
        #expect(defaults.bool(forKey: "flag"))
    }

    @Test func `An entry that is no value is put aside and reported`() async throws {
        defaults.set("text", forKey: "key")
        let settings = shared(Settings())
        #expect(settings.value == Settings())
        #expect(reports.elements.map(\.kind) == [.storageDamaged])
        #expect(defaults.string(forKey: "key.damaged") == "text" && defaults.object(forKey: "key") == nil)
        #if os(Linux)
            // On the disk, too.
            #expect(try String(contentsOf: file, encoding: .utf8).contains("<key>key.damaged</key>"))
        #endif
        #expect(shared(Settings()).value == Settings() && reports.elements.count == 1)
        settings.update { $0.name = "new" }
        try await settings.flush()
        #expect(shared(Settings()).value.name == "new")
    }
}
