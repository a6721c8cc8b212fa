/// What the attributes of a declaration consist of (SE-0367).
enum AttributeItem {
    /// The attributes of a clause of `#if`.
    struct Clause {
        let directive: String
        let condition: SourceFragment
        let attributes: [Attribute]
    }

    case attribute(Attribute)
    /// `#if` to `#endif`, with attributes only.
    case conditional([Clause])
}

extension Reader {
    /// Reads the attributes that begin here, including those inside an `#if`.
    mutating func attributeItems() -> [AttributeItem] {
        var items: [AttributeItem] = []
        while true {
            if kind == .at {
                items.append(.attribute(attribute()))
            } else if let clauses = conditionalAttributes() {
                items.append(.conditional(clauses))
            } else {
                return items
            }
        }
    }

    /// Whether an `#if` with attributes of a declaration begins here.
    mutating func conditionalAttributesFollow() -> Bool {
        let start = index
        defer { index = start }
        return conditionalAttributes() != nil
    }

    /// Reads an `#if` that contains only attributes, of a declaration behind it; nil, without consuming anything, if none begins here.
    private mutating func conditionalAttributes() -> [AttributeItem.Clause]? {
        let start = index
        var clauses: [AttributeItem.Clause] = []
        while kind == .directive, clauses.isEmpty ? word == "#if" : word == "#elseif" || word == "#else" {
            let directive = word
            let condition = skipCondition()
            clauses.append(
                AttributeItem.Clause(directive: directive, condition: condition, attributes: attributes())
            )
        }
        if kind == .directive, word == "#endif", clauses.contains(where: { !$0.attributes.isEmpty }) {
            advance()
            if kind == .at || kind == .identifier || word == "#if" { return clauses }
        }
        index = start
        return nil
    }
}

extension ArraySlice<AttributeItem> {
    /// The number of `#if`s whose clauses are told apart; the attributes inside further ones belong to the declaration in any build.
    private static var conditionLimit: Int { 4 }

    /// Returns the declaration that `make` makes, once for each choice of clauses.
    ///
    /// - Parameters:
    ///   - range: the range of the declaration.
    ///   - attributes: the attributes before these.
    ///   - conditions: the number of `#if`s before these.
    func member(
        in range: Range<Int>,
        after attributes: [Attribute] = [],
        conditions: Int = 0,
        _ make: ([Attribute]) -> Declaration
    ) -> Member {
        guard let item = first else { return .declaration(make(attributes)) }
        func rest(_ more: [Attribute], conditions: Int) -> Member {
            dropFirst().member(in: range, after: attributes + more, conditions: conditions, make)
        }
        switch item {
        case .attribute(let attribute): return rest([attribute], conditions: conditions)
        case .conditional(let clauses) where conditions == Self.conditionLimit:
            return rest(clauses.flatMap(\.attributes), conditions: conditions)
        case .conditional(let clauses):
            let nothing = SourceFragment(text: "", range: range.lowerBound..<range.lowerBound)
            let last = AttributeItem.Clause(directive: "#else", condition: nothing, attributes: [])
            let all = clauses.last?.directive == "#else" ? clauses : clauses + [last]
            return .conditional(
                ConditionalMembers(
                    clauses: all.map { clause in
                        ConditionalMembers.Clause(
                            directive: clause.directive,
                            condition: clause.condition,
                            members: [rest(clause.attributes, conditions: conditions + 1)],
                            range: range
                        )
                    },
                    range: range
                )
            )
        }
    }
}

extension AttributeItem {
    /// The `@available` attributes, on lines of their own, with the `#if` around them.
    var availability: String {
        switch self {
        case .attribute(let attribute): return attribute.baseName == "available" ? attribute.text + "\n" : ""
        case .conditional(let clauses):
            let codes = clauses.map { $0.attributes.map { AttributeItem.attribute($0).availability }.joined() }
            guard codes.contains(where: { !$0.isEmpty }) else { return "" }
            let lines = zip(clauses, codes).map { clause, code in
                let condition = clause.condition.onOneLine
                return clause.directive + (condition.isEmpty ? "" : " " + condition) + "\n" + code
            }
            return lines.joined() + "#endif\n"
        }
    }
}
