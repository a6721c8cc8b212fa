import Foundation
import Testing

/// What the types rule out, shown to the compiler: it must refuse, and say why.
@Suite struct MisuseCompilationTests {
    static let common = """
        import UnoArchitecture
        struct Row: Sendable { var count = 0 }
        struct Whole: Sendable { var row = Row(); let fixed = Row(); var rows: [Row] = [] }
        enum Part: Sendable { case tick }
        enum Action: Sendable, CasePathable {
            case part(Part), row(IdentifiedAction<Int, Part>)
            struct AllCasePaths: Sendable {
                let part = AnyCasePath<Action, Part>(
                    embed: { .part($0) }, extract: { if case .part(let part) = $0 { part } else { nil } }
                )
                let row = AnyCasePath<Action, IdentifiedAction<Int, Part>>(
                    embed: { .row($0) }, extract: { if case .row(let row) = $0 { row } else { nil } }
                )
            }
            static let allCasePaths = AllCasePaths()
        }
        struct Feature: Interactor {
            var body: some Interactor<Row, Part> { Interact(initialValue: Row()) { _, _ in .state } }
        }
        struct Parent: Interactor {
            var body: some Interactor<Whole, Action> { Interact(initialValue: Whole()) { _, _ in .state } }
        }

        """

    static let right = "func test() { _ = Scope(state: \\Whole.row, action: \\Case<Action>.part) { Feature() } }"

    static let wrong: [(code: String, message: String)] = [
        (
            "func test() { _ = Scope(state: \\Whole.fixed, action: \\Case<Action>.part) { Feature() } }",
            "to expected argument type 'WritableKeyPath<"
        ),
        (
            "func test() { _ = Scope(state: \\Whole.rows, action: \\Case<Action>.part) { Feature() } }",
            "cannot convert value of type 'Row' to expected argument type 'Array<Row>'"
        ),
        (
            "func test() { _ = Parent().ifLet(\\.row, action: \\.part) { Feature() } }",
            "to expected argument type 'WritableKeyPath<Whole, Optional<Row>>'"
        ),
        (
            "func test() { _ = Parent().forEach(\\.rows, action: \\.row) { Feature() } }",
            "no exact matches in call to instance method 'forEach'"
        ),
        (
            "func test(_ r: Runtime<Whole, Action>) { _ = r.projection(action: \\.part, state: \\.row) }",
            "requires that 'Row' conform to 'Equatable'"
        ),
        (
            "let test = AnyMiddleware<Part, Part, Row> { _, _, state in .run { _ in _ = state.before } }",
            "capture of 'state' with non-Sendable type 'MiddlewareState<Row>' in a '@Sendable' closure"
        ),
        (
            "let test = Reducer<Part, Row>.identity <> Reducer<Action, Whole>.identity",
            "cannot convert value of type 'Reducer<Action, Whole>' to expected argument type 'Reducer<Part, Row>'"
        ),
        (
            "let test = Reducer<Int, Row>.identity.lift(action: \\Case<Action>.part, state: \\Whole.row)",
            "no exact matches in call to instance method 'lift'"
        ),
    ]

    @Test func `The compiler accepts what is right`() throws {
        #expect(try Self.diagnostics(of: Self.right) == "")
    }

    @Test(arguments: wrong.indices)
    func `The compiler refuses what is wrong, and says why`(index: Int) throws {
        let (code, message) = Self.wrong[index]
        let diagnostics = try Self.diagnostics(of: code)
        #expect(diagnostics.contains("error: "), "\(code)")
        #expect(diagnostics.contains(message), "\(code)\n\(diagnostics)")
    }

    /// What the compiler has to say of `code`, which it checks against the modules that this test was built with.
    static func diagnostics(of code: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Misuse-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Misuse.swift")
        try (common + code).write(to: file, atomically: true, encoding: .utf8)

        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path(), "-module-cache-path",
            folder.appending(path: "Cache").path(), file.path(),
        ]
        let output = Pipe()
        compiler.standardOutput = output
        compiler.standardError = output
        try compiler.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    /// The modules lie beside the program that runs the test.
    private static var modules: URL {
        #if os(Linux)
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            return program.deletingLastPathComponent().appending(path: "Modules")
        #else
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
            return bundle.bundleURL.deletingLastPathComponent().appending(path: "Modules")
        #endif
    }
}
