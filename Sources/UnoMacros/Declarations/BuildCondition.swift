/// A condition of `#if` over facts, such as `DEBUG` or `os(Linux)`, that are unknown without a build.
indirect enum BuildCondition: Sendable {
    case constant(Bool)
    case fact(String)
    case not(BuildCondition)
    case all([BuildCondition])
    case any([BuildCondition])

    /// Reads a condition. Text without condition operators is a fact.
    init(_ text: SourceFragment) {
        var reader = ConditionReader(text)
        self = reader.disjunction()
    }

    private var facts: Set<String> {
        switch self {
        case .constant: []
        case .fact(let fact): [fact]
        case .not(let condition): condition.facts
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.facts) }
        }
    }

    private func holds(given facts: Set<String>) -> Bool {
        switch self {
        case .constant(let value): value
        case .fact(let fact): facts.contains(fact)
        case .not(let condition): !condition.holds(given: facts)
        case .all(let parts): parts.allSatisfy { $0.holds(given: facts) }
        case .any(let parts): parts.contains { $0.holds(given: facts) }
        }
    }

    /// Whether the condition can hold in some build; true, without a search, if it has more than `factLimit` facts.
    ///
    /// Complexity: O(2ⁿ) in the number of facts.
    var isPossible: Bool {
        let facts = facts.sorted()
        guard facts.count <= Self.factLimit else { return true }
        return (0..<1 << facts.count).contains { choice in
            let chosen = facts.indices.filter { choice & 1 << $0 != 0 }.map { facts[$0] }
            return Self.agree(chosen) && holds(given: Set(chosen))
        }
    }

    private static let factLimit = 8

    /// Returns whether all facts can hold in one build, which is for one system and one processor.
    private static func agree(_ facts: [String]) -> Bool {
        ["os(", "arch("].allSatisfy { kind in facts.count { $0.hasPrefix(kind) } <= 1 }
    }
}

/// Reads a condition by the precedence of its operators: `!`, then `&&`, then `||`.
private struct ConditionReader {
    /// A condition nested deeper is a fact.
    private static let depthLimit = 32

    private let list: TokenList
    private var index = 0
    private var depth = 0

    init(_ text: SourceFragment) {
        list = TokenList(SourceText(text.text))
    }

    private mutating func take(_ sign: String) -> Bool {
        guard list.tokens[index].kind != .end, list.text(index) == sign else { return false }
        index += 1
        return true
    }

    mutating func disjunction() -> BuildCondition {
        var parts = [conjunction()]
        while take("||") { parts.append(conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() -> BuildCondition {
        var parts = [operand()]
        while take("&&") { parts.append(operand()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func operand() -> BuildCondition {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { return fact() }
        if take("!") { return .not(operand()) }
        if take("(") {
            let condition = disjunction()
            _ = take(")")
            return condition
        }
        if take("true") { return .constant(true) }
        if take("false") { return .constant(false) }
        return fact()
    }

    /// Reads up to the next operator outside brackets, without white space.
    private mutating func fact() -> BuildCondition {
        var text = ""
        while true {
            let token = list.tokens[index]
            if token.kind == .end || token.kind.closes || ["&&", "||"].contains(list.text(index)) { break }
            let next = list.after(index)
            for token in list.tokens[index..<max(next, index + 1)] {
                text += list.source.string(token.start..<token.end)
            }
            if next == index { break }
            index = next
        }
        // `OSX` is an older name of `macOS`.
        return .fact(text == "os(OSX)" ? "os(macOS)" : text)
    }
}
