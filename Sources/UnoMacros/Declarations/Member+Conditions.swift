extension [Member] {
    /// Returns the conditions of `#if` under which a build has a declaration that `isWanted` accepts, each of them enough; nil if
    /// every build has one.
    func conditions(where isWanted: (Declaration) -> Bool) -> [String]? {
        var conditions: [String] = []
        for member in self {
            switch member {
            case .declaration(let declaration):
                if isWanted(declaration) { return nil }
            case .conditional(let conditional):
                guard let found = conditional.conditions(where: isWanted) else { return nil }
                conditions += found
            }
        }
        return conditions
    }
}

extension ConditionalMembers {
    fileprivate func conditions(where isWanted: (Declaration) -> Bool) -> [String]? {
        var conditions: [String] = []
        var earlier: [String] = []
        var isInEachClause = true
        for clause in clauses {
            let own = clause.condition.onOneLine
            let around = earlier + (own.isEmpty ? [] : [own])
            if let inner = clause.members.conditions(where: isWanted) {
                isInEachClause = false
                if !inner.isEmpty { conditions.append(Self.all(around + [inner.anyOf])) }
            } else {
                conditions.append(Self.all(around))
            }
            earlier.append("!(\(own))")
        }
        return isInEachClause && isExhaustive ? nil : conditions
    }

    /// Returns the condition that all of these hold.
    private static func all(_ conditions: [String]) -> String {
        conditions.map { $0.contains("||") ? "(\($0))" : $0 }.joined(separator: " && ")
    }
}

extension [String] {
    /// The condition that one of these holds.
    var anyOf: String { joined(separator: " || ") }
}
