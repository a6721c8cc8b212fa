/// A member of a type, or a declaration at the top level of a file.
public enum Member: SourceRanged, Sendable {
    case declaration(Declaration)
    /// Members that depend on the build's configuration.
    case conditional(ConditionalMembers)

    public var range: Range<Int> {
        switch self {
        case .declaration(let declaration): declaration.range
        case .conditional(let members): members.range
        }
    }
}

/// `#if` to `#endif`.
public struct ConditionalMembers: SourceRanged, Sendable {
    public struct Clause: SourceRanged, Sendable {
        /// `#if`, `#elseif` or `#else`.
        public let directive: String
        /// Empty after `#else`.
        public let condition: SourceFragment
        public let members: [Member]
        public let range: Range<Int>
    }

    public let clauses: [Clause]
    public let range: Range<Int>
}

extension [Member] {
    /// The declarations, including those in all clauses of every `#if`.
    @inline(never)
    public var declarations: [Declaration] {
        flatMap { member in
            switch member {
            case .declaration(let declaration): [declaration]
            case .conditional(let members): members.clauses.flatMap(\.members.declarations)
            }
        }
    }
}

/// A declaration and the `#if` clauses that contain it.
public struct PlacedDeclaration: Sendable {
    /// A clause: the offset of its `#if`, its index, and the condition under which it is compiled.
    struct Place: Sendable {
        let conditional: Int
        let clause: Int
        let condition: BuildCondition
    }

    public let declaration: Declaration
    let places: [Place]

    /// Returns whether both declarations can be part of one build: they are not in two clauses of one `#if`, and their
    /// conditions do not contradict each other.
    public func canMeet(_ other: PlacedDeclaration) -> Bool {
        let areApart = places.contains { place in
            other.places.contains { $0.conditional == place.conditional && $0.clause != place.clause }
        }
        return !areApart && BuildCondition.all((places + other.places).map(\.condition)).isPossible
    }
}

extension [Member] {
    /// The declarations, including those in all clauses of every `#if`, with their conditions.
    @inline(never)
    public var placedDeclarations: [PlacedDeclaration] { placed(in: []) }

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
