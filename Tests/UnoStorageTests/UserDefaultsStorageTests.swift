import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoTesting

@Suite(.timeLimit(.hang), .serialized) final class UserDefaultsStorageTests {
    let suite = "uno-\(UUID().uuidString)"
    let reports = Record<Diagnostic>()
    var defaults: UserDefaults { UserDefaults(suiteName: suite)! }

    deinit { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) }

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
        #expect(shared(Settings()).value == Settings())
        #expect(reports.elements.count == 1)
        settings.update { $0.name = "new" }
        try await settings.flush()
        #expect(shared(Settings()).value.name == "new")
    }
}
