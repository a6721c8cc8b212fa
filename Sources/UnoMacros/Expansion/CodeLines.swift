/// Lines of code under construction, with their indentation.
public struct CodeLines: Sendable {
    public private(set) var lines: [String] = []
    private var depth = 0

    public init() {}

    public var text: String { lines.joined(separator: "\n") }

    /// Adds text, each of its lines at the current depth.
    public mutating func add(_ text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(line.isEmpty ? "" : String(repeating: "    ", count: depth) + line)
        }
    }

    /// Adds `head`, an opening brace, what `body` adds, and the closing one.
    public mutating func block(_ head: String, _ body: (inout CodeLines) -> Void) {
        add(head + " {")
        indented(body)
        add("}")
    }

    /// Adds what `body` adds, one level deeper.
    public mutating func indented(_ body: (inout CodeLines) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds something for each declaration among `members`, under the conditions that they stand under.
    ///
    /// A condition with nothing to add in any clause is left out.
    public mutating func forEach(in members: [Member], _ add: (Declaration, inout CodeLines) -> Void) {
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
