/// What stands between the braces of a type, or in a file.
public enum Member: SourceRanged, Sendable, Hashable {
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
public struct ConditionalMembers: SourceRanged, Sendable, Hashable {
    public struct Clause: SourceRanged, Sendable, Hashable {
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

extension Sequence<Member> {
    /// The declarations, those of every clause of every `#if` included.
    public var declarations: [Declaration] {
        flatMap { member in
            switch member {
            case .declaration(let declaration): [declaration]
            case .conditional(let members): members.clauses.flatMap(\.members.declarations)
            }
        }
    }
}
