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
        let lowest = facts.map { LowestVersion($0) }
        return (0..<1 << facts.count).contains { choice in
            let chosen = facts.indices.filter { choice & 1 << $0 != 0 }
            return Self.agree(chosen.map { facts[$0] }) && Self.agree(lowest, chosen)
                && holds(given: Set(chosen.map { facts[$0] }))
        }
    }

    private static let factLimit = 8

    /// Returns whether all facts can hold in one build, which is for one system and one processor.
    private static func agree(_ facts: [String]) -> Bool {
        ["os(", "arch("].allSatisfy { kind in facts.count { $0.hasPrefix(kind) } <= 1 }
    }

    /// Returns whether there is a version that reaches the chosen ones and none of the others.
    private static func agree(_ lowest: [LowestVersion?], _ chosen: [Int]) -> Bool {
        lowest.indices.allSatisfy { index in
            guard !chosen.contains(index), let missed = lowest[index] else { return true }
            return chosen.allSatisfy { lowest[$0].map { !$0.implies(missed) } ?? true }
        }
    }
}

/// The version that a fact asks for, which is `compiler(>=6.2)` or `swift(>=6.2)`.
private struct LowestVersion {
    let subject: Substring
    let numbers: [Int]

    init?(_ fact: String) {
        let parts = fact.split(separator: "(>=", maxSplits: 1)
        guard parts.count == 2, ["compiler", "swift"].contains(parts[0]), parts[1].hasSuffix(")") else { return nil }
        let numbers = parts[1].dropLast().split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.allSatisfy({ $0 != nil }) else { return nil }
        subject = parts[0]
        self.numbers = numbers.compactMap(\.self)
    }

    /// Whether whatever reaches this version reaches the other.
    func implies(_ other: LowestVersion) -> Bool {
        let count = max(numbers.count, other.numbers.count)
        let (mine, others) = (padded(to: count), other.padded(to: count))
        return subject == other.subject && !mine.lexicographicallyPrecedes(others)
    }

    private func padded(to count: Int) -> [Int] { numbers + Array(repeating: 0, count: count - numbers.count) }
}
