/// A member of a type, or a declaration at the top level of a file.
package enum Member: SourceRanged, Sendable {
    case declaration(Declaration)
    /// Members that depend on the build's configuration.
    case conditional(ConditionalMembers)

    package var range: Range<Int> {
        switch self {
        case .declaration(let declaration): declaration.range
        case .conditional(let members): members.range
        }
    }
}

/// `#if` to `#endif`.
package struct ConditionalMembers: SourceRanged, Sendable {
    package struct Clause: SourceRanged, Sendable {
        /// `#if`, `#elseif` or `#else`.
        package let directive: String
        /// Empty after `#else`.
        package let condition: SourceFragment
        package let members: [Member]
        package let range: Range<Int>
    }

    package let clauses: [Clause]
    package let range: Range<Int>

    /// Whether one of the clauses is compiled in any build: the last is an `#else`.
    var isExhaustive: Bool { clauses.last?.directive == "#else" }
}

extension [Member] {
    /// The declarations, including those in all clauses of every `#if`.
    @inline(never)
    package var declarations: [Declaration] {
        flatMap { member in
            switch member {
            case .declaration(let declaration): [declaration]
            case .conditional(let members): members.clauses.flatMap(\.members.declarations)
            }
        }
    }
}

/// A declaration and the `#if` clauses that contain it.
package struct PlacedDeclaration: Sendable {
    /// A clause: the offset of its `#if`, its index, and the condition under which it is compiled.
    struct Place: Sendable {
        let conditional: Int
        let clause: Int
        let condition: BuildCondition
    }

    package let declaration: Declaration
    let places: [Place]

    /// Returns whether both declarations can be part of one build: they are not in two clauses of one `#if`, and their
    /// conditions do not contradict each other.
    package func canMeet(_ other: PlacedDeclaration) -> Bool {
        let areApart = places.contains { place in
            other.places.contains { $0.conditional == place.conditional && $0.clause != place.clause }
        }
        return !areApart && BuildCondition.all((places + other.places).map(\.condition)).isPossible
    }
}

extension [Member] {
    /// The declarations, including those in all clauses of every `#if`, with their conditions.
    @inline(never)
    package var placedDeclarations: [PlacedDeclaration] { placed(in: []) }

    private func placed(in places: [PlacedDeclaration.Place]) -> [PlacedDeclaration] {
        flatMap { member -> [PlacedDeclaration] in
            switch member {
            case .declaration(let declaration):
                return [PlacedDeclaration(declaration: declaration, places: places)]
            case .conditional(let conditional):
                let conditions = conditional.clauses.map { clause in
                    clause.condition.text.isEmpty ? .constant(true) : BuildCondition(clause.condition)
                }
                return conditional.clauses.enumerated().flatMap { index, clause in
                    let place = PlacedDeclaration.Place(
                        conditional: conditional.range.lowerBound,
                        clause: index,
                        condition: .all(conditions[..<index].map { .not($0) } + [conditions[index]])
                    )
                    return clause.members.placed(in: places + [place])
                }
            }
        }
    }
}
