import Foundation
import Testing
import UnoMacros

/// The messages of the compiler, and what is answered.
@Suite("The plug-in's protocol") struct PluginServerTests {
    private let server = PluginServer(allMacros)

    private func answer(_ message: JSON) throws -> JSON {
        try #require(JSONReader.value(of: try server.answer(message.encoded)))
    }

    private func syntax(_ source: String, offset: Int = 0) -> JSON {
        [
            "kind": "declaration", "source": .string(source),
            "location": [
                "fileName": "/a/B.swift", "fileID": "A/B.swift", "offset": .number(Double(offset)), "line": 1,
            ],
        ]
    }

    private func expansion(_ type: JSON, role: JSON, _ source: String, offset: Int = 0) -> JSON {
        [
            "expandAttachedMacro": [
                "macro": ["moduleName": "UnoMacrosPlugin", "typeName": type, "name": "CasePathable"],
                "macroRole": role, "discriminator": "$s", "attributeSyntax": syntax("@CasePathable ", offset: offset),
                "declSyntax": syntax(source, offset: offset), "lexicalContext": [syntax("struct Outer {}")],
                "extendedTypeSyntax": syntax("Outer.A"), "conformanceListSyntax": syntax("struct P: CasePathable {}"),
                "somethingNew": [1, 2, 3],
            ]
        ]
    }

    @Test func `The version of the protocol is 7`() throws {
        let reply = try answer(["getCapability": ["capability": ["protocolVersion": 7]]])
        #expect(reply["getCapabilityResult"]?["capability"]?["protocolVersion"]?.integer == 7)
    }

    @Test func `Members and extensions are answered with their source, and nothing else`() throws {
        let member = try answer(expansion("CasePathableMacro", role: "member", "@CasePathable enum A { case a }"))
        let source = try #require(member["expandMacroResult"]?["expandedSource"]?.string)
        #expect(source.replacing("::", with: ".").hasPrefix("nonisolated struct AllCasePaths: Swift.Sendable {\n"))
        #expect(member["expandMacroResult"]?["diagnostics"] == [])
        let conformance = try answer(
            expansion("CasePathableMacro", role: "extension", "@CasePathable enum A { case a }"))
        let code = conformance["expandMacroResult"]?["expandedSource"]?.string
        #expect(code?.replacing("::", with: ".") == "extension Outer.A: nonisolated UnoArchitecture.CasePathable {}")
    }

    @Test func `An attribute in a clause of an #if is one of that clause's declaration`() throws {
        let source = "#if A\n@CasePathable\n#else\n@CasePathable\n#endif\nenum A { case a }"
        for offset in [6, 26] {
            guard case .object(var message) = expansion("CasePathableMacro", role: "member", source),
                case .object(var content) = message["expandAttachedMacro"]
            else { continue }
            content["attributeSyntax"] = syntax("@CasePathable", offset: offset)
            message["expandAttachedMacro"] = .object(content)
            #expect(try answer(.object(message))["expandMacroResult"]?["diagnostics"] == [])
        }
    }

    @Test func `Diagnostics have the file, the offset in it, a range, notes and fix-its`() throws {
        let source = "\n  @CasePathable enum A { case é(x: Int), é(y: Int) }"
        let reply = try answer(expansion("CasePathableMacro", role: "member", source, offset: 1000))
        let diagnostic = try #require(reply["expandMacroResult"]?["diagnostics"]?.array?.first)
        #expect(diagnostic["severity"]?.string == "error")
        #expect(diagnostic["position"]?["fileName"]?.string == "/a/B.swift")
        #expect(diagnostic["position"]?["offset"]?.integer == 1000 + 43)
        #expect(diagnostic["highlights"]?.array?.first?["endOffset"]?.integer == 1000 + 45)
        #expect(diagnostic["notes"]?.array?.first?["position"]?["offset"]?.integer == 1000 + 31)
        let wrong = try answer(
            expansion("CasePathableMacro", role: "member", "@CasePathable struct A {}", offset: 1000))
        let fixIt = wrong["expandMacroResult"]?["diagnostics"]?.array?.first?["fixIts"]?.array?.first
        #expect(fixIt?["changes"]?.array?.first?["range"]?["startOffset"]?.integer == 1000)
        #expect(fixIt?["changes"]?.array?.first?["range"]?["endOffset"]?.integer == 1013)
        #expect(fixIt?["changes"]?.array?.first?["newText"]?.string == "")
    }

    static let unknown: [(message: JSON, named: String)] = [
        (["loadPluginLibrary": ["libraryPath": "a"]], "the message 'loadPluginLibrary'"),
        (["anythingNewer": [:]], "the message 'anythingNewer'"),
        (["expandFreestandingMacro": ["macro": ["typeName": "A"]]], "a freestanding macro, 'A'"),
        (["expandAttachedMacro": ["macro": ["typeName": "NoMacro"]]], "the macro 'NoMacro'"),
        (["expandAttachedMacro": [:]], "the macro ''"),
        (
            ["expandAttachedMacro": ["macro": ["typeName": "CasePathableMacro"], "macroRole": "newRole"]],
            "the role 'newRole'"
        ),
        (["expandAttachedMacro": ["macro": ["typeName": "CasePathableMacro"], "macroRole": "member"]], "attached to"),
        (["a", "b"], "not a JSON object"), (3, "not a JSON object"), (.null, "not a JSON object"),
    ]

    @Test("What is not known is answered with an error that names it", arguments: unknown.indices)
    func unknownMessages(index: Int) throws {
        let reply = try answer(Self.unknown[index].message)
        let result = try #require(reply["expandMacroResult"])
        #expect(result["expandedSource"] == .null)
        let message = try #require(result["diagnostics"]?.array?.first?["message"]?.string)
        #expect(message.contains(Self.unknown[index].named))
    }

    @Test("An offset that no file has is a failure, wherever it stands", arguments: [1e13, 9.2e18, 9.3e18, 1e300])
    func farOffsets(offset: Double) throws {
        let source = "@CasePathable struct A {}"
        var content = try #require(expansion("CasePathableMacro", role: "member", source)["expandAttachedMacro"])
        let far: JSON = ["source": .string(source), "location": ["offset": .number(offset)]]
        for (key, value) in [("declSyntax", far), ("attributeSyntax", far), ("lexicalContext", [far])] {
            guard case .object(var members) = content else { continue }
            members[key] = value
            content = .object(members)
            let message = JSON.object(["expandAttachedMacro": content]).encoded
            #expect(throws: MessageStream.Failure.tooFar(offset)) { try server.answer(message) }
        }
        // The farthest one that is none of these.
        let farthest = try answer(expansion("CasePathableMacro", role: "member", source, offset: 1 << 40))
        #expect(farthest["expandMacroResult"]?["diagnostics"]?.array?.count == 1)
    }

    @Test func `A message that is not JSON is answered too`() throws {
        let reply = try #require(JSONReader.value(of: try server.answer([0xFF, 0x00])))
        #expect(reply["expandMacroResult"]?["diagnostics"]?.array?.count == 1)
    }

    // MARK: The stream

    private func framed(_ message: [UInt8]) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message
    }

    /// What is answered to `input`, and how serving it ended.
    private func serve(_ input: [UInt8]) throws -> (output: [UInt8], failure: MessageStream.Failure?) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, sink) = (folder.appending(path: "in"), folder.appending(path: "out"))
        try Data(input).write(to: source)
        try Data().write(to: sink)
        let (reading, writing) = (try FileHandle(forReadingFrom: source), try FileHandle(forWritingTo: sink))
        var failure: MessageStream.Failure?
        do {
            try MessageStream(input: reading.fileDescriptor, output: writing.fileDescriptor).serve(server)
        } catch {
            failure = error
        }
        return (Array(try FileHandle(forReadingFrom: sink).readToEnd() ?? Data()), failure)
    }

    @Test func `Each message is answered with one, and the end of the input ends it cleanly`() throws {
        let message = JSON.object(["getCapability": .object([:])]).encoded
        let (output, failure) = try serve(framed(message) + framed([]) + framed(message))
        #expect(failure == nil)
        let capability = framed(try server.answer(message))
        #expect(output == capability + framed(try server.answer([])) + capability)
    }

    @Test func `A long message arrives whole`() throws {
        let cases = (0..<2000).map { "case a\($0)(Int)" }.joined(separator: "\n")
        let message = expansion("CasePathableMacro", role: "member", "enum A {\n\(cases)\n}").encoded
        let (output, failure) = try serve(framed(message))
        #expect(failure == nil)
        #expect(output == framed(try server.answer(message)))
        #expect(output.count > 200_000)
    }

    @Test(
        "Input that breaks off, and a length without sense, end it with an error",
        arguments: [
            ([1, 2, 3], .cutShort), ([5, 0, 0, 0, 0, 0, 0, 0, 1, 2], .cutShort),
            ([0, 0, 0, 0, 0, 0, 0, 1], .tooLong(1 << 56)), ([0, 0, 0, 0x40, 0, 0, 0, 0], .cutShort),
            (Array(repeating: 255, count: 8), .tooLong(.max)),
        ] as [([UInt8], MessageStream.Failure)])
    func brokenInput(input: [UInt8], expected: MessageStream.Failure) throws {
        #expect(try serve(input).failure == expected)
    }

    @Test func `A compiler that has ended, and reads no answer, ends it cleanly`() throws {
        // Otherwise the system ends the process, as it may do to the plug-in.
        signal(SIGPIPE, SIG_IGN)
        let (questions, answers) = (Pipe(), Pipe())
        try questions.fileHandleForWriting.write(contentsOf: framed([]) + framed([]))
        try answers.fileHandleForReading.close()
        let stream = MessageStream(
            input: questions.fileHandleForReading.fileDescriptor, output: answers.fileHandleForWriting.fileDescriptor)
        try stream.serve(server)
        #expect(throws: MessageStream.Failure.system(EPIPE)) { try stream.send([1]) }
    }

    @Test func `A descriptor that cannot be read, or written, ends it with the error of the system`() throws {
        let stream = MessageStream(input: -1, output: -1)
        #expect(throws: MessageStream.Failure.system(EBADF)) { try stream.next() }
        #expect(throws: MessageStream.Failure.system(EBADF)) { try stream.send([1]) }
        #expect("\(MessageStream.Failure.system(9))" == "the system refused to read or to write: error 9")
    }
}
