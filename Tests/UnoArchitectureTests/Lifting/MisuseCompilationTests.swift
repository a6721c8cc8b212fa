import Foundation
import Testing

/// Code that the types rule out: the compiler must reject it with a message that says why.
@Suite struct MisuseCompilationTests {
    static let common = """
        import UnoArchitecture
        import UnoLifting
        struct Row: Sendable { var count = 0 }
        struct Item: Sendable, Identifiable { var id = 0, count = 0 }
        struct Whole: Sendable { var row = Row(); let fixed = Row(); var rows: [Row] = [], items: [Item] = [] }
        enum Part: Sendable { case tick }
        @dynamicMemberLookup
        enum Action: Sendable, CasePathable {
            case part(Part), row(IdentifiedAction<Int, Part>), pair(Int, Part), number(Int)
            struct AllCasePaths: Sendable {
                let part = AnyCasePath<Action, Part>(
                    embed: { .part($0) }, extract: { if case .part(let part) = $0 { part } else { nil } }
                )
                let row = AnyCasePath<Action, IdentifiedAction<Int, Part>>(
                    embed: { .row($0) }, extract: { if case .row(let row) = $0 { row } else { nil } }
                )
                let pair = AnyCasePath<Action, (Int, Part)>(
                    embed: { .pair($0.0, $0.1) }, extract: { if case .pair(let a, let b) = $0 { (a, b) } else { nil } }
                )
                let number = AnyCasePath<Action, Int>(
                    embed: { .number($0) }, extract: { if case .number(let number) = $0 { number } else { nil } }
                )
            }
            static let allCasePaths = AllCasePaths()
        }
        struct Feature: Interactor {
            var body: some Interactor<Row, Part> { Interact(initialValue: Row()) { _, _ in .state } }
        }
        struct ItemFeature: Interactor {
            var body: some Interactor<Item, Part> { Interact(initialValue: Item()) { _, _ in .state } }
        }
        struct Parent: Interactor {
            var body: some Interactor<Whole, Action> { Interact(initialValue: Whole()) { _, _ in .state } }
        }

        """

    static let right = """
        func test() {
            _ = Scope(state: \\Whole.row, action: \\Case<Action>.part) { Feature() }
            _ = Parent().forEach(\\.items, action: \\.row) { ItemFeature() }
            _ = AnyMiddleware<Part, Part, Row> { _, _, _ in .none }.lift(action: \\Action.part, state: \\Whole.row)
        }
        """

    /// A body with `part` in it, whose types the compiler must infer.
    static func body(_ part: String) -> String {
        "struct Test: Interactor { var body: some Interactor<Whole, Action> { \(part); Parent() } }"
    }

    /// A child that is a closure, with `code` in it.
    static func child(_ state: String, _ code: String) -> String {
        "{ Interact(initialValue: \(state)()) { state, action in switch action { case .tick: \(code) }; return .state } }"
    }

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
            "requires that 'Row' conform to 'Identifiable'"
        ),
        (
            body("Scope(state: \\.row, action: \\.missing) { Feature() }"),
            "has no dynamic member 'missing' using key path from root type 'Action.AllCasePaths'"
        ),
        (
            body("Scope(state: \\.row, action: \\.missing) " + child("Row", "state.count += 1")),
            "has no dynamic member 'missing' using key path from root type 'Action.AllCasePaths'"
        ),
        (
            body("Scope(state: \\.row, action: \\.number) { Feature() }"),
            "cannot convert value of type 'Part' to expected argument type 'Int'"
        ),
        (
            body("Scope(state: \\.row, action: \\.number) " + child("Row", "state.count += 1")),
            "type 'Int' has no member 'tick'"
        ),
        (
            body("Parent().forEach(\\.items, action: \\.missing) { ItemFeature() }"),
            "has no dynamic member 'missing' using key path from root type 'Action.AllCasePaths'"
        ),
        (
            body("Parent().forEach(\\.items, action: \\.pair) { ItemFeature() }"),
            "type '(Int, Part)' cannot conform to 'IdentifiedActionProtocol'"
        ),
        (
            body("Parent().forEach(\\.items, id: \\.id, action: \\.pair) { ItemFeature() }"),
            "type '(Int, Part)' cannot conform to 'IdentifiedActionProtocol'"
        ),
        (
            body("Parent().forEach(\\.items, action: \\.row) " + child("Item", "state.cont += 1")),
            "value of type 'Item' has no member 'cont'"
        ),
        (
            "let test = AnyMiddleware<Part, Part, Row> { _, _, _ in .none }.lift(action: \\Action.number)",
            "to expected argument type 'KeyPath<Action, Optional<CaseMatch<Action, Part>>>'"
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
            "cannot convert value of type 'KeyPath<Case<Action>, Case<Part>>'"
        ),
        (
            "let test = Interact<Row, Part>(initialValue: Row()) { _, _ in .perform { _, _ in try Task.checkCancellation() } }",
            "invalid conversion from throwing function"
        ),
        (
            """
            let test = Interact<Row, Action>(initialValue: Row()) { _, _, dispatch in
                dispatch.run(\\.number) { try Task.checkCancellation(); return 1 }
            }
            """,
            "invalid conversion from throwing function"
        ),
        (
            "func test(_ r: Runtime<Whole, Action>) { r.send(\\.missing, 1) }",
            "has no dynamic member 'missing' using key path from root type 'Action.AllCasePaths'"
        ),
        (
            "func test(_ r: Runtime<Whole, Action>) { r.send(\\.number, \"1\") }",
            "cannot convert value of type 'String' to expected argument type 'Int'"
        ),
        (
            "func test(_ r: Runtime<Whole, Action>) { r.send(\\.number) }",
            "cannot convert"
        ),
        (
            "func test(_ dispatch: Dispatcher<Action>) -> Emission<Row> { dispatch.run(\\.missing) { 1 } }",
            "has no dynamic member 'missing' using key path from root type 'Action.AllCasePaths'"
        ),
    ]

    @Test func `The compiler accepts correct code`() throws {
        #expect(try Self.diagnostics(of: Self.right) == "")
    }

    @Test(arguments: wrong.indices)
    func `The compiler rejects wrong code and says why`(index: Int) throws {
        let (code, message) = Self.wrong[index]
        let diagnostics = try Self.diagnostics(of: code)
        #expect(diagnostics.contains("error: "), "\(code)")
        #expect(diagnostics.contains(message), "\(code)\n\(diagnostics)")
        #expect(!diagnostics.contains("failed to produce diagnostic"), "\(code)")
    }

    /// Returns the diagnostics for `code`, type-checked against the modules that this test was built with.
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

    /// The modules are in the directory of the test executable.
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
