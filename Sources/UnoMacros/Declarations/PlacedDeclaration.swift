/// A declaration, and the clauses of `#if` that it stands in.
public struct PlacedDeclaration: Sendable, Hashable {
    /// A clause: where its `#if` begins, which one of it this is, and what holds where it is compiled.
    struct Place: Sendable, Hashable {
        let conditional: Int
        let clause: Int
        let condition: BuildCondition
    }

    public let declaration: Declaration
    let places: [Place]

    /// Whether both can be there in one build: they are not in two clauses of one `#if`, and their conditions do not
    /// contradict each other.
    public func canMeet(_ other: PlacedDeclaration) -> Bool {
        let areApart = places.contains { place in
            other.places.contains { $0.conditional == place.conditional && $0.clause != place.clause }
        }
        return !areApart && BuildCondition.all((places + other.places).map(\.condition)).isPossible
    }
}

extension Sequence<Member> {
    /// The declarations, those of every clause of every `#if` included, with their conditions.
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
