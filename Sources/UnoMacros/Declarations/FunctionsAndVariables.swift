/// A function, an initialiser or a subscript.
package struct FunctionDeclaration: Sendable {
    /// The name of the function or operator; or `init`, `init?` or `subscript`.
    package let name: Identifier
    package let genericParameters: [GenericParameter]
    package let parameters: [Parameter]
    package let isAsync: Bool
    /// `throws`, `throws(Failure)` or `rethrows`; nil for a function that does not throw.
    package let throwing: SourceFragment?
    package let returnType: SourceFragment?
    package let whereClause: SourceFragment?
    /// From brace to brace; nil in a protocol.
    package let body: Range<Int>?

    /// The name with its labels: `interact(_:)`.
    package var fullName: String {
        name.name + "(" + parameters.map { ($0.label?.name ?? "_") + ":" }.joined() + ")"
    }
}

/// A parameter of a function, an initialiser, a subscript or an enum's case.
package struct Parameter: SourceRanged, Sendable {
    package let attributes: [Attribute]
    /// The label, or the only name; nil if only a type is written, as in a case.
    package let firstName: Identifier?
    package let secondName: Identifier?
    package let type: SourceFragment
    package let defaultValue: SourceFragment?
    package let range: Range<Int>

    /// The label of an argument; nil for `_` or without a name.
    package var label: Identifier? { firstName?.text == "_" ? nil : firstName }
}

/// A `let` or a `var`, which may bind several names.
package struct VariableDeclaration: Sendable {
    package struct Binding: SourceRanged, Sendable {
        /// The name; nil for a pattern, such as a tuple.
        package let name: Identifier?
        package let type: SourceFragment?
        package let initializer: SourceFragment?
        package let accessors: AccessorBlock?
        package let range: Range<Int>

        /// Whether the binding has storage: it has no accessors other than observers.
        package var isStored: Bool {
            accessors.map { $0.names.allSatisfy { $0 == "willSet" || $0 == "didSet" } && !$0.names.isEmpty } ?? true
        }
    }

    package let isLet: Bool
    package let bindings: [Binding]
}

/// The braces after a property or a subscript.
package struct AccessorBlock: SourceRanged, Sendable {
    /// `get`, `set`, `didSet` and so on; empty if the braces are the body of a getter.
    package let names: [String]
    /// The code of the getter, without its braces; nil if there is no getter or it has no body.
    package let getter: SourceFragment?
    package let range: Range<Int>
}
