/// A declaration, and the clauses of `#if` that it stands in.
public struct PlacedDeclaration: Sendable, Hashable {
    /// A clause: where its `#if` begins, and which one of it this is.
    struct Place: Sendable, Hashable {
        let conditional: Int
        let clause: Int
    }

    public let declaration: Declaration
    let places: [Place]

    /// Whether both can be there in one build: they are not in two clauses of one `#if`.
    public func canMeet(_ other: PlacedDeclaration) -> Bool {
        places.allSatisfy { place in
            other.places.allSatisfy { $0.conditional != place.conditional || $0.clause == place.clause }
        }
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
                return conditional.clauses.enumerated().flatMap { index, clause in
                    let place = PlacedDeclaration.Place(conditional: conditional.range.lowerBound, clause: index)
                    return clause.members.placed(in: places + [place])
                }
            }
        }
    }
}
