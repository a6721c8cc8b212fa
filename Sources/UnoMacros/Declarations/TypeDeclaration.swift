/// A struct, class, actor, enum, protocol or extension.
public struct TypeDeclaration: Sendable, Hashable {
    public enum Kind: String, Sendable {
        case `struct`, `class`, `actor`, `enum`, `protocol`, `extension`
    }

    public let kind: Kind
    /// The name; for an extension, the type that is extended, as written.
    public let name: Identifier
    public let genericParameters: [GenericParameter]
    public let inheritance: [SourceFragment]
    /// The requirements after `where`.
    public let whereClause: SourceFragment?
    /// What is declared directly inside; members of nested types are members of those.
    public let members: [Member]
    /// From brace to brace.
    public let body: Range<Int>

    /// The nested types, aliases included, by name; those of every clause of an `#if` too.
    public func nestsType(named name: String) -> Bool {
        members.declarations.contains { member in
            (member.type?.kind != .extension && member.type?.name.name == name) || member.typeAlias?.name.name == name
        }
    }

    /// The nested type of that name.
    public func nestedType(named name: String) -> Declaration? {
        members.declarations.first { $0.type?.kind != .extension && $0.type?.name.name == name }
    }
}

/// A parameter of a generic declaration.
public struct GenericParameter: SourceRanged, Sendable, Hashable {
    /// `each` or `let`, where one is written.
    public let specifier: String?
    public let name: Identifier
    public let inherited: SourceFragment?
    public let range: Range<Int>
}
