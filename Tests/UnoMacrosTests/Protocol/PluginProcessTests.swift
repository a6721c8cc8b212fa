import Foundation
import Testing
import UnoMacros

/// The plug-in as the compiler starts it.
@Suite("The plug-in as a process") struct PluginProcessTests {
    private static func framed(_ message: [UInt8]) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message
    }

    private static let farOffset: [UInt8] = {
        let syntax: JSON = ["source": "@CasePathable enum A { case a }", "location": ["offset": .number(9.2e18)]]
        let message: JSON = [
            "expandAttachedMacro": [
                "macro": ["typeName": "CasePathableMacro"], "macroRole": "member", "attributeSyntax": syntax,
                "declSyntax": syntax,
            ]
        ]
        return framed(message.encoded)
    }()

    static let broken: [(name: String, input: [UInt8], said: String)] = [
        ("a length cut short", [1, 2, 3], "ends inside a message"),
        ("a message cut short", [5, 0, 0, 0, 0, 0, 0, 0, 1, 2], "ends inside a message"),
        ("a length above 2^30", [1, 0, 0, 0x40, 0, 0, 0, 0], "a message of 1073741825 bytes"),
        ("the greatest length", Array(repeating: 255, count: 8), "a message of 18446744073709551615 bytes"),
        ("an offset near 2^63", farOffset, "offset"),
    ]

    @Test("Input that no compiler sends ends it with one line on standard error and 1", arguments: broken.indices)
    func brokenInput(index: Int) throws {
        let (name, input, said) = Self.broken[index]
        let (status, output, error) = try run(input)
        #expect(status == 1, "\(name)")
        #expect(output.isEmpty, "\(name)")
        #expect(error.contains(said), "\(name)")
        #expect(error.hasSuffix("\n") && error.filter { $0 == "\n" }.count == 1, "\(name): \(error)")
    }

    @Test func `The end of the input ends it with 0, in silence`() throws {
        let message = JSON.object(["getCapability": .object([:])]).encoded
        let (status, output, error) = try run(Self.framed(message))
        #expect(status == 0)
        #expect(output == Self.framed(try PluginServer(allMacros).answer(message)))
        #expect(error.isEmpty)
    }

    /// What the plug-in makes of `input`: how it ends, and what it writes.
    private func run(_ input: [UInt8]) throws -> (status: Int32, output: [UInt8], error: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Plugin-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "error"].map { folder.appending(path: $0) }
        try Data(input).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let plugin = Process()
        plugin.executableURL = Products.plugin
        plugin.standardInput = try FileHandle(forReadingFrom: files[0])
        plugin.standardOutput = try FileHandle(forWritingTo: files[1])
        plugin.standardError = try FileHandle(forWritingTo: files[2])
        try plugin.run()
        plugin.waitUntilExit()
        let (output, error) = (try Self.contents(of: files[1]), try Self.contents(of: files[2]))
        let status = plugin.terminationReason == .exit ? plugin.terminationStatus : -1
        return (status, Array(output), String(decoding: error, as: UTF8.self))
    }

    /// `Data(contentsOf:)` leaks its buffer where a file is empty.
    private static func contents(of file: URL) throws -> Data {
        try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
    }
}
