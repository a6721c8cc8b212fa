import Foundation

/// The compiler, with the modules and the plug-in that this test was built with.
enum Compiler {
    /// A way to compile a module. Each expands the roles of a macro in another order.
    enum Mode: CaseIterable {
        /// As an editor does.
        case check, release, debug
        fileprivate var arguments: [String] {
            switch self {
            case .check: ["-typecheck", "-whole-module-optimization"]
            case .release: ["-O", "-whole-module-optimization"]
            case .debug: ["-Onone"]
            }
        }
    }

    /// Compiles the files of one module, named without their ending, and runs the program if that succeeds.
    ///
    /// - Parameter isProgram: whether there is something to run; otherwise, the module is compiled up to object code.
    /// - Returns: The exit status, and what was printed.
    static func run(
        _ files: [String: String], _ mode: Mode, isProgram: Bool = false
    ) throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Compiled-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = files.keys.sorted().map { folder.appending(path: $0 + ".swift") }
        for path in paths {
            try files[path.deletingPathExtension().lastPathComponent]?.write(
                to: path, atomically: true, encoding: .utf8)
        }
        let program = folder.appending(path: "Program")
        var arguments = ["swiftc"] + mode.arguments
        arguments += [
            "-parse-as-library", "-module-name", "Compiled", "-swift-version", "6", "-diagnostic-style", "llvm",
            "-I", Products.folder.appending(path: "Modules").path(),
            "-load-plugin-executable", Products.plugin.path() + "#UnoMacrosPlugin",
        ]
        arguments += paths.map { $0.path() }
        if mode != .check, isProgram {
            arguments += try Products.libraryObjects().map { $0.path() } + ["-o", program.path()]
        } else if mode != .check {
            arguments += ["-c", "-enable-batch-mode", "-continue-building-after-errors"]
        }
        let compiled = try execute("/usr/bin/env", arguments, in: folder)
        guard compiled.status == 0, isProgram, mode != .check else { return compiled }
        let ran = try execute(program.path(), [], in: folder)
        return (ran.status, compiled.output + ran.output)
    }

    private static func execute(
        _ path: String, _ arguments: [String], in folder: URL
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // A program that a signal ends has a positive status, too.
        let status = process.terminationReason == .exit ? process.terminationStatus : -1
        return (status, String(decoding: text, as: UTF8.self))
    }
}
