import UnoMacros

/// Runs everything over a source, which may be of any bytes.
package struct Robustness {
    package private(set) var sources = 0
    package private(set) var bytes = 0
    package private(set) var nodes = 0
    package private(set) var steps = 0
    package private(set) var expansions = 0
    /// What is wrong, with the source that it is wrong for.
    package private(set) var faults: [String] = []

    package init() {}

    /// Scans `source`, checks all ranges, and expands each macro for each type in it.
    package mutating func run(_ source: [UInt8], named name: @autoclosure () -> String) {
        let text = SourceText(bytes: source)
        let scan = Scanner(text)
        let check = RangeCheck(scan.members, of: text)
        sources += 1
        bytes += source.count
        nodes += check.nodes
        steps += scan.steps
        faults += check.faults.map { "\(name()): \($0)" }
        expand(scan.members)
    }

    private mutating func expand(_ members: [Member]) {
        for declaration in members.declarations where declaration.type != nil {
            expand(declaration)
            expand(declaration.type?.members ?? [])
        }
    }

    private mutating func expand(_ declaration: Declaration) {
        for (name, macro) in allMacros {
            let attribute = declaration.attributes.first ?? Scanner.attribute(SourceText("@\(name)<A, B>"))
            guard let attribute else { continue }
            var context = MacroContext(attribute: attribute, declaration: declaration, extendedType: "A")
            expansions += macro.members(&context).count + macro.extensions(&context).count
            for member in declaration.type?.members.declarations ?? [] {
                var context = MacroContext(attribute: attribute, declaration: member, parent: declaration)
                expansions += macro.memberAttributes(&context).count
            }
        }
    }
}
