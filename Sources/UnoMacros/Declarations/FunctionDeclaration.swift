/// A function, an initialiser or a subscript.
public struct FunctionDeclaration: Sendable, Hashable {
    /// The name of a function, an operator's included; `init`, `init?` or `subscript` for the others.
    public let name: Identifier
    public let genericParameters: [GenericParameter]
    public let parameters: [Parameter]
    public let isAsync: Bool
    /// `throws`, `throws(Failure)` or `rethrows`; nil for a function that does not throw.
    public let throwing: SourceFragment?
    public let returnType: SourceFragment?
    public let whereClause: SourceFragment?
    /// From brace to brace; nil in a protocol.
    public let body: Range<Int>?

    /// The name with its labels: `interact(_:)`.
    public var fullName: String {
        name.name + "(" + parameters.map { ($0.label?.name ?? "_") + ":" }.joined() + ")"
    }
}
