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
