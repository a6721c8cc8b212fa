import Foundation
import Testing

/// What the macros leave to the compiler, which checks the code that they are used in and that they write.
@Suite("Misuse that the compiler finds")
struct MacroMisuseTests {
    private static let source = """
        import UnoArchitecture

        @StateMachine
        struct Counter {
            struct State {}
            enum Input { case increment, set(to: Int) }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine @ComposableStateMachine
        struct Parent {
            struct State { @NestedState var counter = Counter.State() }
            enum Input {
                @Forward(Counter.Input.missing) case missing
            }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine @ComposableStateMachine
        struct Misfit {
            struct State { @NestedState var counter = Counter.State() }
            enum Input {
                @Forward(Counter.Input.set) case set(to: String)
            }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }
        }

        @StateMachine @EffectComposition
        struct Idle {
            struct State {}
            enum Input { case go }
            enum IOEffect { case fetch(Int) }
            let initialValue = State()
            static func reduceInput(_ state: State, _ input: Input) -> Transition { run(.fetch(1)) }
        }
        """

    @Test("A forward to no case, a value that does not fit, and effects that nobody runs are errors that say so")
    func misuse() throws {
        let diagnostics = try Self.diagnostics(of: Self.source)
        #expect(diagnostics.contains("Misuse.swift:15:32: error: type 'Counter.Input' has no member 'missing'"))
        #expect(diagnostics.contains("error: cannot convert value of type 'String' to expected argument type 'Int'"))
        #expect(diagnostics.contains("case .set(to: let to): .input(.set(to: to))"))
        #expect(
            diagnostics.contains(
                "error: return type of let 'runner' requires that 'Idle' conform to 'Idle.EffectRunner'"
            )
        )
    }

    /// What the compiler says of `code`, with the modules and the plug-in that this test was built with.
    private static func diagnostics(of code: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "MacroMisuse-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Misuse.swift")
        try code.write(to: file, atomically: true, encoding: .utf8)

        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6",
            "-I", products.appending(path: "Modules").path(),
            "-load-plugin-executable", products.appending(path: "UnoMacrosPlugin-tool").path() + "#UnoMacrosPlugin",
            "-module-cache-path", folder.appending(path: "Cache").path(), file.path(),
        ]
        let output = Pipe()
        compiler.standardOutput = output
        compiler.standardError = output
        try compiler.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        compiler.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }

    /// The folder of the program that runs the test.
    private static var products: URL {
        #if os(Linux)
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        #else
            (Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main).bundleURL
                .deletingLastPathComponent()
        #endif
    }
}
