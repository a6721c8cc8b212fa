/// A `typealias` or an `associatedtype`.
public struct TypeAliasDeclaration: Sendable, Hashable {
    public let name: Identifier
    public let genericParameters: [GenericParameter]
    /// The type after `=`; nil for an associated type without a default.
    public let type: SourceFragment?
    /// What an associated type inherits.
    public let inheritance: [SourceFragment]
    public let whereClause: SourceFragment?
}
