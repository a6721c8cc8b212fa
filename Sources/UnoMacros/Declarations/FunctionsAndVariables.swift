/// A function, an initialiser or a subscript.
public struct FunctionDeclaration: Sendable {
    /// The name of the function or operator; or `init`, `init?` or `subscript`.
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

/// A parameter of a function, an initialiser, a subscript or an enum's case.
public struct Parameter: SourceRanged, Sendable {
    public let attributes: [Attribute]
    /// The label, or the only name; nil if only a type is written, as in a case.
    public let firstName: Identifier?
    public let secondName: Identifier?
    public let type: SourceFragment
    public let defaultValue: SourceFragment?
    public let range: Range<Int>

    /// The label of an argument; nil for `_` or without a name.
    public var label: Identifier? { firstName?.text == "_" ? nil : firstName }
}

/// A `let` or a `var`, which may bind several names.
public struct VariableDeclaration: Sendable {
    public struct Binding: SourceRanged, Sendable {
        /// The name; nil for a pattern, such as a tuple.
        public let name: Identifier?
        public let type: SourceFragment?
        public let initializer: SourceFragment?
        public let accessors: AccessorBlock?
        public let range: Range<Int>

        /// Whether the binding has storage: it has no accessors other than observers.
        public var isStored: Bool {
            accessors.map { $0.names.allSatisfy { $0 == "willSet" || $0 == "didSet" } && !$0.names.isEmpty } ?? true
        }
    }

    public let isLet: Bool
    public let bindings: [Binding]
}

/// The braces after a property or a subscript.
public struct AccessorBlock: SourceRanged, Sendable {
    /// `get`, `set`, `didSet` and so on; empty if the braces are the body of a getter.
    public let names: [String]
    /// The code of the getter, without its braces; nil if there is no getter or it has no body.
    public let getter: SourceFragment?
    public let range: Range<Int>
}
