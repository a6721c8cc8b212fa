/// A struct, class, actor, enum, protocol or extension.
public struct TypeDeclaration: Sendable {
    public enum Kind: String, Sendable {
        case `struct`, `class`, `actor`, `enum`, `protocol`, `extension`
    }

    public let kind: Kind
    /// The name; for an extension, the extended type as written.
    public let name: Identifier
    public let genericParameters: [GenericParameter]
    public let inheritance: [SourceFragment]
    /// The requirements after `where`.
    public let whereClause: SourceFragment?
    /// The members, without the members of nested types.
    public let members: [Member]
    /// From brace to brace.
    public let body: Range<Int>

    /// Whether an extension can add a conformance: not to a protocol, and not to an extension.
    public var isConcrete: Bool { kind != .protocol && kind != .extension }

    /// Returns whether a nested type or an alias has that name, in any clause of an `#if`.
    @inline(never)
    public func nestsType(named name: String) -> Bool {
        members.declarations.contains { member in
            (member.type?.kind != .extension && member.type?.name.name == name) || member.typeAlias?.name.name == name
        }
    }

    /// Returns the nested type with that name.
    @inline(never)
    public func nestedType(named name: String) -> Declaration? {
        members.declarations.first { $0.type?.kind != .extension && $0.type?.name.name == name }
    }
}

/// A parameter of a generic declaration.
public struct GenericParameter: SourceRanged, Sendable {
    /// `each` or `let`, if written.
    public let specifier: String?
    public let name: Identifier
    public let inherited: SourceFragment?
    public let range: Range<Int>
}

/// A case of an enum.
public struct CaseElement: SourceRanged, Sendable {
    public let name: Identifier
    /// The associated values; nil without parentheses.
    public let parameters: [Parameter]?
    public let rawValue: SourceFragment?
    public let range: Range<Int>
}

/// A `typealias` or an `associatedtype`.
public struct TypeAliasDeclaration: Sendable {
    public let name: Identifier
    public let genericParameters: [GenericParameter]
    /// The type after `=`; nil for an associated type without a default.
    public let type: SourceFragment?
    /// The constraints of an associated type.
    public let inheritance: [SourceFragment]
    public let whereClause: SourceFragment?
}
