import Foundation
import TestSupport
import Testing
import UnoArchitecture
import UnoStorage
import UnoTesting

/// A folder of a test's own, which is removed with it.
final class TestFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("uno-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
    func files(in name: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(name).path)) ?? []).sorted()
    }
    func text(_ name: String) -> String? { try? String(contentsOf: url.appendingPathComponent(name), encoding: .utf8) }

    func write(_ text: String, to name: String) throws {
        let folder = url.appendingPathComponent(name).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }
}

struct Settings: Sendable, Codable, Equatable {
    var name = "none"
    var sizes: [Int] = []
}

@Suite(.timeLimit(.hang)) struct FileStorageTests {
    let folder = TestFolder()
    let reports = Record<Diagnostic>()
    var url: URL { folder.url.appendingPathComponent("deep/settings.json") }

    func shared(_ url: URL) -> Shared<Settings> {
        Diagnostics.$local.withValue(Diagnostics { [reports] in reports.append($0) }) {
            Shared(Settings(), storage: FileStorage(url), clock: TestClock())
        }
    }

    @Test func `A value survives a relaunch`() async throws {
        let first = shared(url)
        #expect(first.value == Settings())
        first.update { $0 = Settings(name: "Ada", sizes: [1, 2]) }
        try await first.flush()
        #expect(shared(url).value == Settings(name: "Ada", sizes: [1, 2]))
        // No trace of the new file that took the old one's place.
        #expect(folder.files == ["deep"])
        #expect(folder.files(in: "deep") == ["settings.json"])
        #expect(reports.elements.isEmpty)
    }

    @Test func `What a killed process leaves of a file that must not be written is no obstacle`() async throws {
        try folder.write("{\"name\": \"Ada\", \"sizes\": []}", to: "deep/settings.json")
        try folder.write("half of a st", to: "deep/settings.json.new")
        let readOnly: [FileAttributeKey: Any] = [.posixPermissions: 0o444]
        try FileManager.default.setAttributes(readOnly, ofItemAtPath: url.path)
        try FileManager.default.setAttributes(readOnly, ofItemAtPath: url.path + ".new")
        let first = shared(url)
        #expect(folder.files(in: "deep") == ["settings.json"])
        try folder.write("half of a st", to: "deep/settings.json.new")
        try FileManager.default.setAttributes(readOnly, ofItemAtPath: url.path + ".new")
        first.update { $0.sizes = [3] }
        try await first.flush()
        #expect(shared(url).value == Settings(name: "Ada", sizes: [3]))
        #expect(folder.files(in: "deep") == ["settings.json"])
        let permissions = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        #expect(permissions == 0o444 && reports.elements.isEmpty)
    }

    @Test(arguments: ["", "{\"name\": \"A", "[1, 2]", "\u{0}\u{0}"])
    func `A damaged file is put aside and reported; the value begins with its default and is saved`(text: String)
        async throws
    {
        try folder.write(text, to: "settings.json")
        let url = folder.url.appendingPathComponent("settings.json")
        let settings = shared(url)
        #expect(settings.value == Settings())
        #expect(reports.elements.map(\.kind) == [.storageDamaged])
        #expect(reports.elements[0].message.contains(url.path))
        #expect(reports.elements[0].message.contains("settings.json.damaged"))
        #expect(folder.text("settings.json.damaged") == text)
        settings.update { $0.name = "new" }
        try await settings.flush()
        #expect(shared(url).value.name == "new")
        #expect(folder.text("settings.json.damaged") == text)
    }

    @Test func `A file that cannot be read is reported and left alone`() async throws {
        // A folder cannot be read as a file, whoever runs the test.
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let settings = shared(url)
        #expect(reports.elements.map(\.kind) == [.storageUnreadable])
        settings.update { $0.name = "unsaved" }
        await #expect(throws: (any Error).self) { try await settings.flush() }
        var isFolder: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue)
    }

    @Test func `A file that cannot be reached is unreadable, not absent, and is not replaced later`() async throws {
        // A link to itself cannot be followed, whoever runs the test.
        try folder.write("", to: "other")
        let deep = folder.url.appendingPathComponent("deep").path
        try FileManager.default.createSymbolicLink(atPath: deep, withDestinationPath: deep)
        let settings = shared(url)
        #expect(reports.elements.map(\.kind) == [.storageUnreadable])
        try FileManager.default.removeItem(atPath: deep)
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try folder.write("{\"name\": \"kept\", \"sizes\": []}", to: "deep/settings.json")
        settings.update { $0.name = "unsaved" }
        await #expect(throws: (any Error).self) { try await settings.flush() }
        #expect(shared(url).value.name == "kept")
    }

    @Test func `A save keeps who may read the file`() async throws {
        try folder.write("{\"name\": \"a\", \"sizes\": []}", to: "settings.json")
        let url = folder.url.appendingPathComponent("settings.json")
        for permissions in [0o600, 0o666] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
            try await FileStorage<Settings>(url).save(Settings(name: "b"))
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == permissions)
        }
    }

    @Test func `A save follows a link, and a link to no file makes the file`() async throws {
        try folder.write("{\"name\": \"a\", \"sizes\": []}", to: "real.json")
        let link = folder.url.appendingPathComponent("link.json")
        let chain = folder.url.appendingPathComponent("chain.json")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real.json")
        try FileManager.default.createSymbolicLink(atPath: chain.path, withDestinationPath: link.path)
        let storage = FileStorage<Settings>(chain)
        try await storage.save(Settings(name: "b"))
        #expect(try FileStorage<Settings>(folder.url.appendingPathComponent("real.json")).load()?.name == "b")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "real.json")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: chain.path) == link.path)

        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("real.json"))
        #expect(try storage.load() == nil)
        try await storage.save(Settings(name: "c"))
        #expect(try FileStorage<Settings>(folder.url.appendingPathComponent("real.json")).load()?.name == "c")
        #expect(folder.files == ["chain.json", "link.json", "real.json"])

        try folder.write("damaged", to: "real.json")
        #expect(throws: DamagedStorage.self) { try storage.load() }
        #expect(folder.files == ["chain.json", "link.json", "real.json.damaged"])
    }

    @Test func `A failed write names the path and the error, leaves the old file, and is repeated`() async throws {
        // A file where a folder has to be.
        try folder.write("in the way", to: "deep")
        let settings = shared(url)
        settings.update { $0.name = "a" }
        await #expect(throws: (any Error).self) { try await settings.flush() }
        #expect(reports.elements.map(\.kind) == [.storageFailed])
        #expect(reports.elements[0].message.contains(url.path))
        #expect(folder.text("deep") == "in the way")
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("deep"))
        try await settings.flush()
        #expect(shared(url).value.name == "a")
    }

    @Test func `A write that ends early leaves the old file`() async throws {
        let settings = shared(url)
        settings.update { $0.name = "old" }
        try await settings.flush()
        struct Unwritable: Error {}
        let failing = FileStorage<Settings>(url) { _ in
            throw Unwritable()
        } decode: { _ in
            Settings(name: "decoded")
        }
        #expect(try failing.load()?.name == "decoded")
        await #expect(throws: Unwritable.self) { try await failing.save(Settings()) }
        #expect(shared(url).value.name == "old")
    }

    @Test func `What a killed process leaves is removed, but not what another one is writing`() async throws {
        try folder.write("{}", to: "deep/settings.json.new")
        let new = folder.url.appendingPathComponent("deep/settings.json.new").path
        let writer = open(new, O_WRONLY)
        #expect(flock(writer, LOCK_EX) == 0)
        #expect(shared(url).value == Settings())
        #expect(FileManager.default.fileExists(atPath: new))
        close(writer)
        let settings = shared(url)
        #expect(!FileManager.default.fileExists(atPath: new))
        // A longer file than the next value.
        try folder.write(String(repeating: " ", count: 10_000), to: "deep/settings.json.new")
        settings.update { $0.name = "a" }
        try await settings.flush()
        #expect(shared(url).value.name == "a" && folder.text("deep/settings.json")!.utf8.count < 1_000)
        #expect(!FileManager.default.fileExists(atPath: new) && reports.elements.isEmpty)
    }

    @Test func `A failed write leaves nothing behind`() async throws {
        // A file cannot take the place of a folder.
        try folder.write("", to: "deep/settings.json/file")
        await #expect(throws: (any Error).self) { try await FileStorage<Settings>(url).save(Settings()) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == [
                "settings.json"
            ]
        )
    }

    @Test(arguments: [200, 247, 255])
    func `Names of any length that the file system allows are saved and put aside`(count: Int) async throws {
        let names = ["a", "b"].map { String(repeating: "x", count: count - 1) + $0 }
        for name in names {
            try await FileStorage<Settings>(folder.url.appendingPathComponent(name)).save(Settings(name: name))
        }
        #expect(folder.files == names)
        for name in names {
            #expect(try FileStorage<Settings>(folder.url.appendingPathComponent(name)).load()?.name == name)
            try folder.write("damaged", to: name)
            #expect(throws: DamagedStorage.self) {
                try FileStorage<Settings>(folder.url.appendingPathComponent(name)).load()
            }
        }
        #expect(folder.files.count == 2 && folder.files.allSatisfy { $0.hasSuffix(".damaged") })
        // As long as may be.
        if count < 255 {
            #expect(folder.files == names.map { $0 + ".damaged" })
        } else {
            #expect(folder.files.allSatisfy { $0.utf8.count == 255 })
        }
    }

    #if os(Linux)
        @Test func `A save and a load leave no descriptor open`() async throws {
            let storage = FileStorage<Settings>(url)
            for _ in 0..<3 { try await storage.save(Settings()) }
            #expect(try storage.load() == Settings())
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }
            #expect(!open.isEmpty && !open.contains { $0.hasPrefix(folder.url.path) })
        }
    #endif

    @Test func `A pipe is not waited for`() async throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let url = folder.url.appendingPathComponent("pipe")
        #expect(mkfifo(url.path, 0o600) == 0)
        #expect(shared(url).value == Settings())
        #expect(reports.elements.map(\.kind) == [.storageUnreadable])
    }

    @Test func `Readers of a file that is written again and again find a whole value`() async throws {
        let storage = FileStorage<Settings>(url)
        let sizes = { (count: Int) in Settings(name: "\(count)", sizes: Array(repeating: count, count: 2_000)) }
        try await storage.save(sizes(0))
        let reader = Task.detached {
            var found: Set<String> = []
            while !Task.isCancelled {
                guard let value = try storage.load() else { continue }
                #expect(value.sizes.allSatisfy { "\($0)" == value.name } && value.sizes.count == 2_000)
                found.insert(value.name)
            }
            return found
        }
        for count in 1...100 { try await storage.save(sizes(count)) }
        reader.cancel()
        _ = try await reader.value
        #expect(reports.elements.isEmpty && folder.files == ["deep"])
    }

    @Test func `A link that leads up is followed from where it stands, also behind a link to its folder`() async throws
    {
        try folder.write("{\"name\": \"a\", \"sizes\": []}", to: "private/settings.json")
        try folder.write("", to: "dotfiles/app/other")
        try folder.write("", to: "config/other")
        func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: path("dotfiles/app/settings.json"), withDestinationPath: "../../private/settings.json")
        try files.createSymbolicLink(atPath: path("config/app"), withDestinationPath: path("dotfiles/app"))
        let storage = FileStorage<Settings>(folder.url.appendingPathComponent("config/app/settings.json"))
        #expect(try storage.load()?.name == "a")
        try await storage.save(Settings(name: "b"))
        #expect(folder.text("private/settings.json")?.contains("\"b\"") == true)
        #expect(!files.fileExists(atPath: path("config/private")) && !files.fileExists(atPath: path("private.json")))
        #expect(try files.destinationOfSymbolicLink(atPath: path("dotfiles/app/settings.json")).hasPrefix(".."))
    }
}
