import Foundation
import MacroChecking

// Checks of the macros that take longer than a test may, or need what lies outside of the package:
//
//     MacroCheck expand                          the expansion of the source on standard input
//     MacroCheck update                          writes the expected expansions, after a change that means to change them
//     MacroCheck scan FOLDER...                  every Swift file and module interface below the folders
//     MacroCheck fuzz COUNT FOLDER...            so many damaged sources, made from the files below the folders
//     MacroCheck enums OUTPUT INTERFACE...       a conformance for each enum of the interfaces, to be compiled
//     MacroCheck operators                       operators that enums write themselves, as this program was built

let arguments = Array(CommandLine.arguments.dropFirst())

func report(_ robustness: Robustness) -> Never {
    for fault in robustness.faults.prefix(20) { print(fault) }
    print(
        """
        \(robustness.sources) sources, \(robustness.bytes) bytes, \(robustness.nodes) nodes, \
        \(robustness.expansions) expansions, \(robustness.faults.count) faults, \
        \(robustness.steps / max(1, robustness.bytes)) steps a byte
        """
    )
    exit(robustness.faults.isEmpty ? 0 : 1)
}

func contents(_ folders: some Sequence<String>) -> [(name: String, text: String)] {
    sourceFiles(in: folders.map { URL(filePath: $0) }, endings: ["swift", "swiftinterface"])
        .compactMap { file in (try? String(contentsOf: file, encoding: .utf8)).map { (file.path, $0) } }
}

switch arguments.first {
case "expand":
    let input = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    let expansion = Expansion(of: input)
    print(expansion.code)
    print(expansion.diagnostics)
case "update":
    for line in try ExpansionCase.all() where try line.update() { print("\(line) is new") }
case "scan":
    var robustness = Robustness()
    for (name, text) in contents(arguments.dropFirst()) { robustness.run(Array(text.utf8), named: name) }
    report(robustness)
case "fuzz":
    let count = arguments.dropFirst().first.flatMap(Int.init) ?? 1000
    // Short sources, so that each damage counts; of long ones, pieces.
    let seeds = contents(arguments.dropFirst(2)).flatMap { $0.text.pieces(of: 2000) }
    var mutation = Mutation(seed: 1, of: seeds)
    var robustness = Robustness()
    for _ in 0..<count {
        let source = mutation.next()
        robustness.run(source, named: String(decoding: source, as: UTF8.self))
    }
    report(robustness)
case "enums":
    let output = URL(filePath: arguments[1])
    for path in arguments.dropFirst(2) {
        let interface = URL(filePath: path)
        let module = interface.deletingPathExtension().deletingLastPathComponent()
            .deletingPathExtension().lastPathComponent
        let text = try String(contentsOf: interface, encoding: .utf8)
        for file in InterfaceEnums(module: module, interface: text).files {
            let name = "\(module)-\(file.name).swift"
            try file.code.write(to: output.appending(path: name), atomically: true, encoding: .utf8)
        }
    }
case "operators":
    let operators = OwnOperators()
    for fault in operators.faults { print("not the enum's own: \(fault)") }
    print("\(operators.count) uses of operators, \(operators.faults.count) faults")
    exit(operators.faults.isEmpty ? 0 : 1)
default:
    print("MacroCheck expand | update | scan FOLDER... | fuzz COUNT FOLDER... | enums OUTPUT INTERFACE... | operators")
    exit(2)
}

extension String {
    fileprivate func pieces(of length: Int) -> [String] {
        let bytes = Array(utf8)
        return stride(from: 0, to: bytes.count, by: length).map { start in
            String(decoding: bytes[start..<min(bytes.count, start + length)], as: UTF8.self)
        }
    }
}
