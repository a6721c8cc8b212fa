/// Builds lines of code with their indentation.
package struct CodeLines: Sendable {
    package private(set) var lines: [String] = []
    private var depth = 0

    package init() {}

    package var text: String { lines.joined(separator: "\n") }

    /// Adds text, indenting each line to the current depth.
    @inline(never)
    package mutating func add(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(line.isEmpty ? "" : String(repeating: "    ", count: depth) + line)
        }
    }

    /// Adds `head` with an opening brace, the lines that `body` adds, and the closing brace.
    package mutating func block(_ head: String, _ body: (inout CodeLines) -> Void) {
        add(head + " {")
        indented(body)
        add("}")
    }

    /// Adds the lines that `body` adds, one level deeper.
    package mutating func indented(_ body: (inout CodeLines) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Calls `add` for each declaration of `members`, and wraps the lines that it adds in the `#if` of the declaration.
    ///
    /// An `#if` without lines in any clause is left out.
    package mutating func forEach(in members: [Member], _ add: (Declaration, inout CodeLines) -> Void) {
        for member in members {
            switch member {
            case .declaration(let declaration):
                add(declaration, &self)
            case .conditional(let conditional):
                let start = lines.count
                var isEmpty = true
                for clause in conditional.clauses {
                    let condition = clause.condition.text
                    self.add(condition.isEmpty ? clause.directive : "\(clause.directive) \(condition)")
                    let before = lines.count
                    forEach(in: clause.members, add)
                    if lines.count > before { isEmpty = false }
                }
                self.add("#endif")
                if isEmpty { lines.removeSubrange(start...) }
            }
        }
    }
}
